#!/usr/bin/env bash
# The end-to-end guide of bend-ingest-kafka with its own commands, file, queries and greps, sections 5 to 13 and 15.1. In place of
# `docker exec kafka …` and `go run` stand the sandbox's topic and produce commands, in place of the guide's ports those below.
#   INGEST_HOME  the distribution;  KAFKA  host:port;  LAKE_PORT, METRICS_PORT;  DIR  for files;  RUN_ID
set -euo pipefail

# 5
export TOPIC="e2e_auto_rebalance_${RUN_ID}"
export TABLE="e2e_auto_rebalance_${RUN_ID}"
export GROUP="e2e-auto-rebalance-${RUN_ID}"

produce() { "$INGEST_HOME/bin/ingest" sandbox produce --bootstrap-servers "$KAFKA" --topic "$TOPIC" "$@"; }

# 6
"$INGEST_HOME/bin/ingest" sandbox topic create --bootstrap-servers "$KAFKA" --topic "$TOPIC" --partitions 2

# 7
cat > $DIR/bend-ingest-kafka-e2e.json <<EOF
{
  "kafkaBootstrapServers": "$KAFKA",
  "kafkaTopic": "$TOPIC",
  "KafkaConsumerGroup": "$GROUP",
  "isSASL": false,
  "disableTLS": true,
  "isJsonTransform": false,
  "lakeDSN": "http://lake:lake@localhost:$LAKE_PORT",
  "lakeTable": "default.$TABLE",
  "batchSize": 1000,
  "batchMaxInterval": 2,
  "dataFormat": "json",
  "workers": 4,
  "copyPurge": true,
  "copyForce": false,
  "disableVariantCheck": true,
  "minBytes": 1,
  "maxBytes": 20971520,
  "maxWait": 1,
  "useReplaceMode": false,
  "useStreamingLoad": true,
  "copyIntoUploadCompression": true,
  "maxRetryDelay": 30,
  "metricsPort": $METRICS_PORT,
  "enableRebalanceOptimization": true,
  "partitionAssignmentStrategy": "range,roundrobin",
  "topicMetadataRefreshIntervalMs": 5000
}
EOF

# 9
rm -f $DIR/bend-ingest-kafka-e2e.log $DIR/bend-ingest-kafka-e2e.pid
nohup "$INGEST_HOME/bin/bend-ingest-kafka" \
  -f $DIR/bend-ingest-kafka-e2e.json \
  >$DIR/bend-ingest-kafka-e2e.log 2>&1 &

echo $! >$DIR/bend-ingest-kafka-e2e.pid
trap 'kill -KILL "$(cat $DIR/bend-ingest-kafka-e2e.pid)" 2>/dev/null || true' EXIT

until curl -fsS http://127.0.0.1:$METRICS_PORT/metrics >/dev/null; do
  if ! kill -0 "$(cat $DIR/bend-ingest-kafka-e2e.pid)" 2>/dev/null; then
    cat $DIR/bend-ingest-kafka-e2e.log
    exit 1
  fi
  sleep 1
done

# 10
produce --start 0 --count 10000 --partitions 2 | tee $DIR/produced
grep -q '^produced=10000 remaining=0 failed=0 ' $DIR/produced
while true; do
  RESPONSE=$(curl -fsS -u lake:lake \
    -H 'Content-Type: application/json' \
    -d "{\"sql\":\"SELECT count(*) FROM default.$TABLE\"}" \
    http://127.0.0.1:$LAKE_PORT/v1/query)
  echo "$RESPONSE" | grep -q '"10000"' && break
  sleep 2
done
grep 'kafka_rebalance' $DIR/bend-ingest-kafka-e2e.log
test "$(grep -c 'kafka_rebalance.*Partitions assigned: \[\]' $DIR/bend-ingest-kafka-e2e.log)" -ge 2

# 11
"$INGEST_HOME/bin/ingest" sandbox topic alter --bootstrap-servers "$KAFKA" --topic "$TOPIC" --partitions 8
for i in $(seq 30); do
  grep 'kafka_rebalance' $DIR/bend-ingest-kafka-e2e.log | grep -q "Partitions assigned: .*$TOPIC\[7\]" && break
  sleep 1
done
grep 'kafka_rebalance' $DIR/bend-ingest-kafka-e2e.log | grep "Partitions revoked: \[$TOPIC\[[01]\]"
grep 'kafka_rebalance' $DIR/bend-ingest-kafka-e2e.log | grep "Partitions assigned: .*$TOPIC\[7\]"

# 12
produce --start 10000 --count 90000 --partitions 8 | tee $DIR/produced
grep -q '^produced=90000 remaining=0 failed=0 ' $DIR/produced
while true; do
  RESPONSE=$(curl -fsS -u lake:lake \
    -H 'Content-Type: application/json' \
    -d "{\"sql\":\"SELECT count(*) FROM default.$TABLE\"}" \
    http://127.0.0.1:$LAKE_PORT/v1/query)
  echo "$RESPONSE"
  echo "$RESPONSE" | grep -q '"100000"' && break
  sleep 2
done

# 13.1
curl -fsS -u lake:lake \
  -H 'Content-Type: application/json' \
  -d "{\"sql\":\"SELECT count(*) AS total_rows, count(DISTINCT raw_data['sequence']::UInt64) AS distinct_sequences, min(raw_data['sequence']::UInt64) AS min_sequence, max(raw_data['sequence']::UInt64) AS max_sequence FROM default.$TABLE\"}" \
  http://127.0.0.1:$LAKE_PORT/v1/query | tee $DIR/counts
grep -q '"data":\[\["100000","100000","0","99999"\]\]' $DIR/counts

# 13.2
curl -fsS -u lake:lake \
  -H 'Content-Type: application/json' \
  -d "{\"sql\":\"SELECT kpartition, count(*) AS rows, min(koffset), max(koffset) FROM default.$TABLE GROUP BY kpartition ORDER BY kpartition\"}" \
  http://127.0.0.1:$LAKE_PORT/v1/query | tee $DIR/partitions
python3 - "$DIR/partitions" <<'EOF'
import json, sys
rows = json.load(open(sys.argv[1]))["data"]
assert [row[:2] for row in rows] == [[str(p), "16250" if p < 2 else "11250"] for p in range(8)], rows
EOF

# 13.4
curl -fsS http://127.0.0.1:$METRICS_PORT/metrics \
  | grep -E '^bend_ingest_kafka_ingest_(rows|errors)_total ' | tee $DIR/metrics
grep -qx 'bend_ingest_kafka_ingest_rows_total 100000' $DIR/metrics
grep -qx 'bend_ingest_kafka_ingest_errors_total 0' $DIR/metrics

if grep -E 'level=(error|fatal)|panic|ingest failed|streaming load failed' \
  $DIR/bend-ingest-kafka-e2e.log; then
  exit 1
fi
grep -q 'level=info msg="streaming load .* rows=.* bytes=' $DIR/bend-ingest-kafka-e2e.log
grep -q 'level=info msg="Batch complete' $DIR/bend-ingest-kafka-e2e.log

# 15.1
if [ -f $DIR/bend-ingest-kafka-e2e.pid ]; then
  kill -TERM "$(cat $DIR/bend-ingest-kafka-e2e.pid)" 2>/dev/null || true
fi
wait "$(cat $DIR/bend-ingest-kafka-e2e.pid)"
grep -Eq 'ingest 1?[0-9]+ rows \([0-9.]+ rows/s\)' $DIR/bend-ingest-kafka-e2e.log
