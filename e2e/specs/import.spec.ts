/**
 * Imports files and deployments as an operator does, and reads them back from `edgewatch serve --service`
 * (docs/operate/import.md).
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDouble } from '../servers/double.ts';
import { runProgram } from '../support/hosts/host.ts';
import { expect, test } from '../support/test.ts';

const created = '2026-01-01T00:00:00.000Z';
const id = (prefix: string, number: number) => `${prefix}_${String(number).padStart(14, '0')}`;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const buckets = numbers(250).map((number) => ({
  id: id('bkt', number),
  created_at: created,
  name: `bucket "${number}", é`,
  region: number % 2 === 0 ? 'fra1' : 'ams1',
  objects: number,
  bytes: 1_000_000 * number,
}));
const nodes = numbers(3).map((number) => ({
  id: id('nod', number),
  created_at: created,
  pop: 'fra1',
  status: 'operational',
  capacity: '40G',
}));
const regions = ['ams1', 'fra1'].map((code) => ({
  code,
  name: code,
  zone: 'eu-central',
  country: 'DE',
  status: 'operational',
}));
const status = {
  status: 'degraded_performance',
  version: 'v2',
  region: 'Graz',
  components: [{ name: 'API', status: 'degraded_performance' }],
  updated_at: created,
};

async function read(url: string): Promise<{ readonly data: readonly unknown[]; readonly pagination: unknown }> {
  return (await fetch(url)).json();
}

test('imported files are served as they are, and a host can show them', async ({ page, startWith }) => {
  const folder = test.info().outputPath('import');
  const data = join(folder, 'data');
  await mkdir(folder, { recursive: true });
  const file = (name: string) => join(folder, name);
  await writeFile(file('buckets.ndjson'), buckets.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writeFile(file('status.json'), JSON.stringify(status));
  await writeFile(
    file('regions.json'),
    JSON.stringify({ object: 'list', data: regions, pagination: { limit: 9, count: 2, has_more: false } }),
  );
  await writeFile(
    file('nodes.csv'),
    `\u{FEFF}id,pop,status,capacity,created_at\r\n${nodes
      .map((node) => `${node.id},"${node.pop}",${node.status},${node.capacity},${node.created_at}\r\n`)
      .join('')}`,
  );
  const files = ['buckets.ndjson', 'status.json', 'regions.json', 'nodes.csv'].map(file);

  await test.step('each file has a summary, and no progress is written into a pipe', async () => {
    const { code, stdout, stderr } = await runProgram(['import', '--data', data, ...files]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/buckets\.ndjson: 250 buckets stored in \d+\.\d s\.\n/);
    expect(stdout).toMatch(/status\.json: the status document is stored\.\n/);
  });

  const service = await startWith(['--service', '--data', data]);

  await test.step('the service serves what the files have', async () => {
    const { data: first } = await read(`${service.url}/api/v2/buckets?limit=1000`);
    expect(first).toEqual(buckets);
    expect((await read(`${service.url}/api/v1/nodes`)).data).toEqual(nodes);
    expect((await read(`${service.url}/api/v1/regions`)).data).toEqual(regions);
    expect(await read(`${service.url}/api/v2/status`)).toEqual(status);
    expect((await fetch(`${service.url}/api/v1/events`)).status).toBe(404);
    expect((await fetch(`${service.url}/api/v2/buckets`, { method: 'POST' })).status).toBe(405);
  });

  await test.step('a host shows the service, and the check passes', async () => {
    const host = await startWith(['--base-url', service.url]);
    expect(await read(`${host.url}/api/v2/buckets`)).toEqual(await read(`${service.url}/api/v2/buckets`));
    const { stdout, code } = await runProgram(['check', service.url]);
    expect(stdout).toMatch(/\nPassed: /);
    expect(code).toBe(0);
    // Nothing confirms an imported status, but its age is no sign of a wrong clock or of a cache.
    await page.goto(`${host.url}/${new URL(service.url).host.replace(/[.:]/g, '-')}`);
    const main = page.getByRole('main');
    await expect(main).toContainText('Last known: degraded performance.');
    await expect(main).not.toContainText(/clock|A cache/);
  });

  await test.step('while the service runs, an import is refused', async () => {
    const { code, stderr } = await runProgram(['import', '--data', data, ...files]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/service\.db is in use by another process: an import, or edgewatch serve --service/);
  });

  await service.stop();

  await test.step('a file with a bad last row is refused at its line, and nothing of it is stored', async () => {
    await writeFile(file('buckets.ndjson'), `${JSON.stringify(buckets[0])}\n{"id":"bkt_1"}\n`);
    const { code, stdout, stderr } = await runProgram(['import', '--data', data, file('buckets.ndjson')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      'buckets.ndjson:2: id must be bkt_ and 14 lowercase letters or digits, not "bkt_1"',
    );
    expect(stderr).toContain('buckets.ndjson: refused because of 1 fault. Nothing of it is stored.\n');
    const again = await startWith(['--service', '--data', data]);
    expect((await read(`${again.url}/api/v2/buckets?limit=1000`)).data).toEqual(buckets);
  });
});

test('a deployment is copied with its claims, behind a maximum of limit', async ({ startWith }) => {
  const double = await startDouble({
    offered: ['/api/v2/buckets', '/api/v2/regions', '/api/v1/status'],
    maximumLimit: 150,
    rows: {
      buckets: buckets.map((fields) => ({ fields, region: fields.region })),
      regions: regions.map((fields) => ({ fields, region: null })),
    },
  });
  try {
    const folder = test.info().outputPath('copy');
    const data = join(folder, 'data');
    await mkdir(folder, { recursive: true });
    const token = join(folder, 'token');
    await writeFile(token, 'Bearer t0ps3cret-0123456789\n');
    const header = `Authorization=@${token}`;
    const copied = await runProgram(['import', '--from', double.url, '--data', data, '--header', header]);
    expect({ code: copied.code, stderr: copied.stderr }).toEqual({ code: 0, stderr: '' });
    expect(copied.stdout).toContain('/api/v2/buckets: 250 of 250 buckets, complete for 2 known regions.\n');
    expect(copied.stdout).toContain('/api/v2/regions: 2 of 2 regions, complete.\n');
    expect(copied.stdout).toContain('nodes: not offered.\n');
    expect(double.log.every(({ headers }) => headers.authorization === 'Bearer t0ps3cret-0123456789')).toBe(
      true,
    );
    expect(copied.stdout).not.toContain('t0ps3cret');
    const service = await startWith(['--service', '--data', data]);
    const fra1 = await read(`${service.url}/api/v2/buckets?region=fra1&limit=1000`);
    expect(fra1.data).toEqual(buckets.filter(({ region }) => region === 'fra1'));
    expect(fra1.pagination).toEqual({ limit: 1000, count: 125, has_more: false });
    const second = join(folder, 'second');
    const again = await runProgram(['import', '--from', service.url, '--data', second]);
    expect(again.stdout).toContain('/api/v2/buckets: 250 of 250 buckets, complete for 2 known regions.\n');
    expect(again.code).toBe(0);
  } finally {
    await double.close();
  }
});

test('without imported data there is nothing to serve', async () => {
  const data = test.info().outputPath('nothing');
  expect(await runProgram(['serve', '--service', '--port', '0', '--data', data])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${data} has no imported data; import some with edgewatch import FILE --data ${data}.\n`,
  });
});
