# Runs a command as systemd does with ProtectSystem=strict, PrivateTmp and DynamicUser: everything is read-only but an empty /tmp and
# an empty /var/tmp, the user is nobody, the environment is empty. To be run by `unshare --mount`.
#   confined.sh OPTIONS_OF_TMP NAME=VALUE... COMMAND...
set -eu
options=$1
shift
mount --make-rprivate /
mount -t tmpfs -o "nosuid,nodev,mode=1777$options" tmpfs /tmp
mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs /var/tmp
for mount in $(cut -d ' ' -f 5 /proc/self/mountinfo | sort -u); do
  case $mount in
    /tmp | /var/tmp | /proc | /proc/* | /sys | /sys/* | /dev | /dev/*) ;;
    *) mount -o remount,bind,ro "$mount" ;;
  esac
done
cd /
user=
[ "$(cut -d ' ' -f 1-3 /proc/self/uid_map | tr -s ' ' | sed 's/^ //')" != "0 0 4294967295" ] ||
  user='setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs'
if ( : >/not-read-only ) 2>/dev/null; then
  echo "the root can be written" >&2
  exit 99
fi
exec $user env -i "PATH=$PATH" ${JAVA_HOME:+"JAVA_HOME=$JAVA_HOME"} "$@"
