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

/** Scripts required by these scripts, themselves included. */
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
 * Kilobytes of scripts until the filter of a page accepts keys, or until its figures are drawn: gzip, and
 * unpacked.
 */
for (const [part, zipped, raw, page] of [
  ['figures-parts', 155, 460, 'status'],
  ['after-verdict-parts', 171.5, 502, 'status'],
  ['NodesPage', 155.5, 457],
  ['BucketsPage', 154.5, 456],
  ['RegionsPage', 164, 478],
  ['AssetsPage', 155.5, 457],
  ['ApplicationsPage', 157.5, 464],
  ['EventsPage', 156.5, 460],
  ['ChangesPage', 179.5, 517],
  ['EndpointsPage', 189.5, 550],
  ['OverviewPage', 156.5, 464],
  ['RegionPage', 177.5, 515],
  ['NodePage', 171.5, 500],
  ['BucketPage', 155, 453],
  ['EventPage', 149, 441],
] as const)
  test(`${part} needs at most ${zipped} kB of scripts, ${raw} kB unpacked`, async () => {
    const needed = [
      ...(
        await needsOf(await Promise.all(['start', 'main', ...(page ? [page] : []), part].map(scriptOf)))
      ).values(),
    ];
    const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0) / 1000;
    const sent = sum(needed.map((text) => gzipSync(text, { level: 9 }).byteLength));
    const run = sum(needed.map((text) => Buffer.byteLength(text)));
    test
      .info()
      .annotations.push({ type: 'scripts', description: `${sent.toFixed(1)} kB, ${run.toFixed(1)} kB` });
    expect(sent).toBeLessThanOrEqual(zipped);
    expect(run).toBeLessThanOrEqual(raw);
  });
