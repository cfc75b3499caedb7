/**
 * A real Prometheus reads the metrics of a host, and runs the queries of the documented dashboard and alerts.
 * Skipped if Prometheus is not installed.
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { observedComponents } from '#contract/resources.ts';
import { startDouble } from '../servers/double.ts';
import { startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const docs = new URL('../../docs/operate/', import.meta.url);

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

async function startPrometheus(host: string) {
  const [port, folder] = [await freePort(), test.info().outputPath('prometheus')];
  const config = test.info().outputPath('prometheus.json');
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [fileURLToPath(new URL('alerts.rules.yml', docs))],
      scrape_configs: [{ job_name: 'edgewatch', static_configs: [{ targets: [new URL(host).host] }] }],
    }),
  );
  const program = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${folder}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(program, 'exit');
  const api = async (path: string): Promise<{ readonly status: string; readonly data: unknown }> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json();
  return {
    api,
    query: (expression: string) => api(`query?query=${encodeURIComponent(expression)}`),
    async stop() {
      program.kill('SIGTERM');
      await ended;
    },
  };
}

interface Board {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

async function queriesOfBoard(): Promise<readonly (readonly [title: string, expression: string])[]> {
  const board: Board = JSON.parse(await readFile(new URL('grafana.json', docs), 'utf8'));
  return board.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [title, expr.replaceAll('$deployment', '.*')] as const),
  );
}

test('Prometheus answers every query of the board and loads every alert', async () => {
  test.skip(!isInstalled('prometheus'), 'prometheus is not installed');
  const [first, ...others] = observedComponents;
  const components = [
    { name: first, status: 'degraded' },
    ...others.map((name) => ({ name, status: 'operational' })),
  ];
  const double = await startDouble({ ...allOperational, components });
  double.set('/api/v1/applications', { status: 503 });
  const host = await startHost(['--base-url', `edge=${double.url}`, '--observe', 'all']);
  const prometheus = await startPrometheus(host.url);
  const result = async (expression: string) => {
    const { status, data } = await prometheus.query(expression).catch(() => ({ status: 'error', data: null }));
    return status === 'success' && typeof data === 'object' && data !== null && 'result' in data
      ? data.result
      : [];
  };
  // A rate needs two readings of the metrics, and a failed request is retried after a second.
  await expect
    .poll(() => result('rate(edgewatch_upstream_failures_total[5m]) > 0'), { timeout: 20_000 })
    .toHaveLength(1);
  const queries = await queriesOfBoard();
  expect(queries.length).toBeGreaterThan(15);
  const unanswered: string[] = [];
  for (const [title, expression] of queries) {
    const found = await result(expression);
    if (!Array.isArray(found) || found.length === 0) unanswered.push(`${title}: ${expression}`);
  }
  expect(unanswered).toEqual([]);
  expect(await result('up{job="edgewatch"} == 1')).toHaveLength(1);
  const { data } = await prometheus.api('rules?type=alert');
  const health = [...JSON.stringify(data).matchAll(/"health":"(\w+)"/g)].map(([, word]) => word);
  expect(health).toEqual(Array.from({ length: 14 }, () => 'ok'));
  await prometheus.stop();
  await host.stop();
  await double.close();
});

test('promtool accepts /metrics of the demo and of an observed deployment', async () => {
  test.skip(!isInstalled('promtool'), 'promtool is not installed');
  const double = await startDouble(allOperational);
  double.set('/api/v1/applications', { status: 503 });
  const host = await startHost(['--base-url', `edge=${double.url}`, '--demo', '--observe', 'all']);
  const metrics = async () => (await fetch(`${host.url}/metrics`)).text();
  for (const line of [
    'edgewatch_node_capacity{deployment="edge"',
    'edgewatch_endpoint_failing{',
    'process_cpu_',
  ])
    await expect.poll(metrics, { timeout: 20_000 }).toContain(line);
  // If promtool finds a problem, it ends with code 3 and this call throws.
  expect(execFileSync('promtool', ['check', 'metrics'], { input: await metrics(), encoding: 'utf8' })).toBe('');
  await host.stop();
  await double.close();
});

test('the alerts pass their own tests', () => {
  test.skip(!isInstalled('promtool'), 'promtool is not installed');
  const rules = fileURLToPath(new URL('../../src/host/observe/alert-rules.test.yml', import.meta.url));
  expect(execFileSync('promtool', ['test', 'rules', rules], { encoding: 'utf8' })).toContain('SUCCESS');
});
