import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/test.ts';

const built = new URL('../../dist/app/assets/', import.meta.url);

/** The script of a part, whatever its digest. */
async function scriptOf(part: string): Promise<string> {
  const files = await readdir(fileURLToPath(built));
  const script = files.find((file) => file.startsWith(`${part}-`) && file.endsWith('.js'));
  if (script === undefined) throw new Error(`The build has no script of ${part}.`);
  return script;
}

/** Scripts that a script cannot run without, itself included. */
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

/** Kilobytes of scripts until the filter of a page takes a key, or until it has drawn its figures: gzip, and as they are run. */
for (const [part, zipped, raw, page] of [
  ['figures-parts', 152.6, 455, 'status'],
  ['after-verdict-parts', 169, 497, 'status'],
  ['NodesPage', 153, 452],
  ['BucketsPage', 152, 450],
  ['RegionsPage', 161.3, 473],
  ['AssetsPage', 152.7, 452],
  ['ApplicationsPage', 155, 459],
  ['EventsPage', 154, 455],
  ['ChangesPage', 178, 516],
  ['EndpointsPage', 185.8, 543],
  ['OverviewPage', 153.4, 458],
  ['RegionPage', 174.5, 509],
  ['NodePage', 168.7, 495],
  ['BucketPage', 152.2, 448],
  ['EventPage', 147, 436],
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
