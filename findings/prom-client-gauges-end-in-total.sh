#!/usr/bin/env bash
# prom-client's default metrics: three gauges have the suffix "_total", which Prometheus reserves for counters.
#
# Package: prom-client 15.1.3, collectDefaultMetrics() without options.
# Expected: names that `promtool check metrics` accepts. Seen on Node 20.20 with promtool 2.42 (it ends with 3):
#   nodejs_active_handles_total non-counter metrics should not have "_total" suffix
#   nodejs_active_requests_total non-counter metrics should not have "_total" suffix
#   nodejs_active_resources_total non-counter metrics should not have "_total" suffix
# The host therefore leaves these three out (src/host/metrics/host-metrics.ts).
# Exits with 1 if the version no longer behaves so. promtool is used if it is installed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts prom-client@15.1.3
cat > metrics.cjs <<'JS'
const { collectDefaultMetrics, register } = require('prom-client');
collectDefaultMetrics();
register.metrics().then((text) => process.stdout.write(text, () => process.exit(0)));
JS
node metrics.cjs > metrics.txt
grep -E '^# TYPE \S+_total gauge$' metrics.txt | tee gauges.txt
if command -v promtool > /dev/null; then promtool check metrics < metrics.txt || true; fi
test "$(wc -l < gauges.txt)" -eq 3
