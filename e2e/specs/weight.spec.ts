import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/test.ts';

const built = new URL('../../dist/app/assets/', import.meta.url);

async function scriptOf(part: string): Promise<string> {
  const files = await readdir(fileURLToPath(built));
  const script = files.find((file) => file.startsWith(`${part}-`) && file.endsWith('.js'));
  if (script === undefined) throw new Error(`The build has no script of ${part}.`);
  return script;
}

/** File name → content of these scripts and of all scripts that they import. */
async function needsOf(scripts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const needed = new Map<string, string>();
  const pending = [...scripts];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (needed.has(next)) continue;
    const text = await readFile(new URL(next, built), 'utf8');
    needed.set(next, text);
    pending.push(
      ...[...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].flatMap(([, file]) => file ?? []),
    );
  }
  return needed;
}

/**
 * Maximum number of scripts, kilobytes as gzip, and unpacked kilobytes: until the app shows the verdict
 * (`StatusPage`), until the status page has its other parts, and per page until its filter accepts a key. The
 * limits are just above the present build, so that growth is a decision.
 */
for (const [part, requests, zipped, raw, page] of [
  ['StatusPage', 10, 177.3, 524.5],
  ['figures-parts', 17, 183.8, 539.2, 'StatusPage'],
  ['after-verdict-parts', 21, 188.4, 549.3, 'StatusPage'],
  ['NodesPage', 18, 184.6, 538.3],
  ['BucketsPage', 19, 184.7, 538.3],
  ['RegionsPage', 19, 185.4, 543.2],
  ['AssetsPage', 20, 185.2, 539],
  ['ApplicationsPage', 16, 184.9, 541],
  ['EventsPage', 18, 183.5, 536.1],
  ['ChangesPage', 15, 181.7, 530.7],
  ['HandoverPage', 18, 181.2, 528.1],
  ['HandoverOfAllPage', 18, 182.7, 532.1],
  ['ReportPage', 9, 174.1, 516.3],
  ['EndpointsPage', 20, 189.9, 557.2],
  ['OverviewPage', 13, 178.2, 524.5],
  ['RegionPage', 23, 192.3, 558.2],
  ['NodePage', 16, 183.1, 536.2],
  ['BucketPage', 18, 179.7, 526.3],
  ['EventPage', 10, 173.4, 512.9],
  ['WallPage', 40, 264.4, 743.8],
] as const)
  test(`${part} needs at most ${requests} scripts, ${zipped} kB, ${raw} kB unpacked`, async () => {
    const parts = ['index', 'main', ...(page ? [page] : []), part];
    const needed = [...(await needsOf(await Promise.all(parts.map(scriptOf)))).values()];
    const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0) / 1000;
    const sent = sum(needed.map((text) => gzipSync(text, { level: 9 }).byteLength));
    const run = sum(needed.map((text) => Buffer.byteLength(text)));
    test.info().annotations.push({
      type: 'scripts',
      description: `${needed.length} scripts, ${sent.toFixed(1)} kB, ${run.toFixed(1)} kB unpacked`,
    });
    expect(needed.length).toBeLessThanOrEqual(requests);
    expect(sent).toBeLessThanOrEqual(zipped);
    expect(run).toBeLessThanOrEqual(raw);
  });

test('the first script is small and imports no other', async () => {
  const needed = await needsOf([await scriptOf('index')]);
  expect([...needed.keys()]).toHaveLength(1);
  expect(gzipSync([...needed.values()].join(''), { level: 9 }).byteLength).toBeLessThanOrEqual(5_500);
});
