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
  ['StatusPage', 10, 174.2, 517],
  ['figures-parts', 17, 180, 530, 'StatusPage'],
  ['after-verdict-parts', 21, 185.2, 542, 'StatusPage'],
  ['NodesPage', 18, 181.7, 531],
  ['BucketsPage', 19, 181.8, 531],
  ['RegionsPage', 19, 182.5, 536],
  ['AssetsPage', 20, 182.5, 533],
  ['ApplicationsPage', 16, 182, 534],
  ['EventsPage', 18, 180.8, 529],
  ['ChangesPage', 13, 177.5, 522],
  ['HandoverPage', 9, 176, 522],
  ['ReportPage', 7, 171, 510],
  ['EndpointsPage', 20, 187.1, 549.5],
  ['OverviewPage', 13, 175, 517],
  ['RegionPage', 23, 189.5, 551],
  ['NodePage', 16, 180.3, 529.2],
  ['BucketPage', 18, 177.5, 522],
  ['EventPage', 10, 170.8, 506.2],
  ['WallPage', 40, 261.6, 736.5],
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
