package org.lakeingest.app.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hosts that NO_PROXY names, and the local ones, which never go through a proxy. Immutable. */
final class NoProxy {
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*");
    private static final Pattern PORT = Pattern.compile("(\\[[^]]*]|[^:]*):(\\d{1,5})");

    private final List<Entry> entries = new ArrayList<>();

    /**
     * One entry.
     *
     * @param name {@code *}, a domain, {@code .domain} for its subdomains only, an address or a network in CIDR form
     * @param port -1 for any
     */
    private record Entry(String name, int port) {}

    NoProxy(String text) {
        for (String part : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            String entry = part.strip();
            Matcher withPort = PORT.matcher(entry);
            if (withPort.matches()) {
                entries.add(new Entry(bare(withPort.group(1)), Integer.parseInt(withPort.group(2))));
            } else if (!entry.isEmpty()) {
                entries.add(new Entry(bare(entry), -1));
            }
        }
    }

    private static String bare(String name) {
        String text = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
        return text.startsWith("*.") ? text.substring(1) : text;
    }

    boolean covers(String uriHost, int port) {
        String host = bare(uriHost.toLowerCase(Locale.ROOT));
        InetAddress address = address(host);
        if (host.equals("localhost") || (address != null && address.isLoopbackAddress())) {
            return true;
        }
        for (Entry entry : entries) {
            if ((entry.port() < 0 || entry.port() == port) && matches(entry.name(), host, address)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String name, String host, @Nullable InetAddress address) {
        if (name.equals("*") || name.equals(host)) {
            return true;
        }
        if (name.indexOf('/') >= 0) {
            return address != null && contains(name, address);
        }
        return address == null && host.endsWith(name.startsWith(".") ? name : "." + name);
    }

    private static boolean contains(String network, InetAddress address) {
        int slash = network.indexOf('/');
        InetAddress base = address(network.substring(0, slash));
        if (base == null || !network.substring(slash + 1).matches("\\d{1,3}")) {
            return false;
        }
        byte[] wanted = base.getAddress();
        byte[] given = address.getAddress();
        int bits = Integer.parseInt(network.substring(slash + 1));
        if (wanted.length != given.length || bits > wanted.length * 8) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((wanted[bit / 8] & mask) != (given[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** Only of what is an address already; no name is looked up. */
    private static @Nullable InetAddress address(String text) {
        try {
            return ADDRESS.matcher(text).matches() ? InetAddress.getByName(text) : null;
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
