/**
 * Work on text from outside is linear in its length. The test has the worst input for each search, and the
 * sources contain no other search.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { entryOf } from '#app/delivered/new-build.ts';
import { liftStyles } from '#app/drawing/styles.ts';
import { againstDocument } from '#app/pages/deployment/endpoints/answer/headers.ts';
import { addressOf } from '#client/exchange.ts';
import { retryAfter } from '#client/request.ts';
import { endpointAt } from '#contract/endpoints.ts';
import { parseCapacity, parseTimestamp } from '#contract/forms.ts';
import { flawIn } from '#contract/json/flaw.ts';
import { parseJson } from '#contract/json/parse.ts';
import { describePage } from '#contract/page-title.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { parseCacheControl } from '#domain/answer/cache-control.ts';
import { cacheNames } from '#domain/answer/caches.ts';
import { parseHttpDate } from '#domain/answer/http-date.ts';
import { isCalledStale } from '#domain/answer/poll.ts';
import { statusSide } from '#domain/contradictions/versions.ts';
import { cacheColours, cacheShares } from '#domain/figures/cache-shares.ts';
import { collationRanks } from '#domain/lists/columns/collation.ts';
import { textColumn } from '#domain/lists/columns/column.ts';
import { groupRows, keysOf } from '#domain/lists/columns/group-rows.ts';
import { ByteReader } from '#domain/lists/columns/reader/byte-reader.ts';
import { spellings } from '#domain/regions/places/spelling.ts';
import { compareTexts } from '#domain/text/compare-texts.ts';
import { exportWriter } from '#domain/text/exports.ts';
import { createFindIndex } from '#domain/text/find.ts';
import { settled } from '#domain/text/visible-text.ts';
import { statusOf } from '#host/cli/status.ts';
import { parseBaseUrl, slugOfBaseUrl, uniqueSlug } from '#host/configuration/base-url.ts';
import { hostNameCheck } from '#host/configuration/host-names.ts';
import { pageDeployment } from '#host/routes/app.ts';
import { isNotesAddress } from '#host/routes/notes.ts';
import { limitForm } from '#service/choices.ts';
import { startWorkTime } from '#testing/work-time.ts';

const encoder = new TextEncoder();

/** Two texts with the same 32-bit FNV-1a hash, which src/domain/lists/columns/group-rows.ts uses. */
const oneHash = ['costarring', 'liquor'] as const;

/** Makes the worst input of `size` characters, and returns the work to be measured with it. */
type Worst = (size: number) => () => unknown;

function exportOf(heading: string, cell: string | null): string {
  const writer = exportWriter('csv', [['a', heading]], [{ name: 'a' }]);
  return writer.head + writer.rows([[cell]], true);
}

/**
 * Regular expressions that can backtrack or match at many places → their worst input, through the code that
 * uses them.
 */
const searches: Readonly<Record<string, Worst>> = {
  ' src="([^"]+)"': (size) => {
    const html = '<script type="module" src="'.repeat(size / 27);
    return () => entryOf(html);
  },
  ' style="([^"]*)"': (size) => {
    const markup = `${' style="'.repeat(size / 9)}${' style='.repeat(size / 9)}`;
    return () => liftStyles(markup);
  },
  '^\\s*\\d{1,15}\\s*$': (size) => {
    const header = `${' '.repeat(size / 2)}1${' '.repeat(size / 2)}x`;
    return () => retryAfter(header, null, 0);
  },
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|\\+00:00)$': (size) => {
    const time = `2026-01-01T00:00:00.${'0'.repeat(size)}`;
    return () => [parseTimestamp(time), parseTimestamp(`${time}Z`)];
  },
  'true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?': (size) => {
    const texts = [`[${'1,'.repeat(size / 2)}`, `1.${'0'.repeat(size)}x`, `"${'\\\\'.repeat(size / 2)}`];
    return () => texts.map(flawIn);
  },
  '\\d[.eE](?<=(?:^|[:,[\\s])-?\\d+.)': (size) => {
    const texts = [`["${'1.'.repeat(size / 2)}"]`, `["${'1'.repeat(size)}."]`, `[${'1.5,'.repeat(size / 4)}1]`];
    return () => texts.map(parseJson);
  },
  '([^\\s,;="]+)(?:=("(?:[^"\\\\]|\\\\.)*"|[^\\s,;]*))?': (size) => {
    const headers = ['a,', 'a="', 'a="\\', '=', 'a=,'].map((part) => part.repeat(size / part.length));
    return () => headers.map(parseCacheControl);
  },
  '[A-Z][a-z]+, \\d\\d[ -][A-Z][a-z]{2}[ -](?:\\d{4}|\\d\\d) \\d\\d:\\d\\d:\\d\\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}':
    (size) => {
      const dates = ['A', 'Aa', `A${'a'.repeat(size / 2)}`].map((part) => part.repeat(size / part.length));
      return () => dates.map(parseHttpDate);
    },
  '^\\/[^/]+\\/(?:regions|nodes|buckets|events)(?=\\/[^/]+$)': (size) => {
    const paths = [`/${'a'.repeat(size)}`, '/regions'.repeat(size / 8), `/a/nodes/.${'a'.repeat(size)}/`];
    return () => paths.map(pageDeployment);
  },
  '^\\/history\\/[^/]+\\/notes(\\/[^/]+\\/withdraw)?$': (size) => {
    const long = 'a'.repeat(size);
    const paths = [
      `/history/${long}`,
      `/history/a/notes/${long}`,
      `/history/a/notes${'/withdraw'.repeat(size / 9)}`,
    ];
    return () => paths.map(isNotesAddress);
  },
  ':\\d*$': (size) => {
    const headers = [':'.repeat(size), `:${'1'.repeat(size)}x`, ':1'.repeat(size / 2)];
    return () => headers.map(hostNameCheck('127.0.0.1', []));
  },
  '[{,](\\w+)="((?:[^"\\\\]|\\\\.)*)"': (size) => {
    const labels = ['a', '{', '{a="', '{a="\\', ',a=""', '{a="",'].map((part) =>
      part.repeat(size / part.length),
    );
    const verdicts = Array.from(
      { length: size / 50 },
      (_, n) => `edgewatch_verdict{deployment="${n}",severity="ok"} 1`,
    );
    const lines = [...labels.map((label) => `edgewatch_verdict{${label}} 1`), ...verdicts];
    const text = ['edgewatch_deployments 1', ...lines].join('\n');
    return () => statusOf(text);
  },
  '^0*[1-9]\\d*$': (size) => {
    const values = [`${'0'.repeat(size)}x`, `${'1'.repeat(size)}x`];
    return () => values.map((value) => limitForm.test(value));
  },
  '\\s*[,/;|(（–—]\\s*|\\s+-\\s+|(?<=\\p{L})-(?=\\p{Lu})': (size) => {
    const names = [' '.repeat(size), ' -'.repeat(size / 2), `a${'-'.repeat(size)}`, `市${'a'.repeat(size)}`];
    return () => names.map(spellings);
  },
  '[\\s_-]*(?:\\d+|I{1,3}|IV|VI{0,3}|IX|[A-Z])$': (size) => {
    const names = ['_'.repeat(size), '1'.repeat(size), 'IV'.repeat(size / 2)].map((name) => `${name}x`);
    return () => names.map(spellings);
  },
  '(?:^|,)\\s*(?:[\\w.-]+\\/)?[\\w.-]+\\s+([^\\s,(]+)(?:\\s*\\(([^)]*)\\))?': (size) => {
    const headers = [',', ', ', 'a', 'a/', '1.1 a (', ' '].map((part) => part.repeat(size / part.length));
    return () => headers.map((via) => cacheNames({ via, xCache: null }));
  },
  '\\bfrom\\s+([^\\s,]+)': (size) => {
    const headers = ['from', 'from ', ' '].map((part) => `from ${part.repeat(size / part.length)}`);
    return () => headers.map((xCache) => cacheNames({ via: null, xCache }));
  },
  '(?:^|,)\\s*11[01]\\s': (size) => {
    const headers = [' ', ',', ', 11', '110'].map((part) => part.repeat(size / part.length));
    return () => headers.map((warning) => isCalledStale({ warning, xCache: null }));
  },
  '([\\p{Mn}\\p{Me}]{4})([\\p{Mn}\\p{Me}]+)': (size) => {
    const texts = ['\u0301', 'a\u0301\u0301\u0301\u0301\u0301'].map((part) => part.repeat(size / part.length));
    return () => texts.map(settled);
  },
  '\\p{Cc}+|\\p{Zs}': (size) => {
    const values = ['\u0001', '\u00a0', '\u0001a'].map((part) => part.repeat(size / part.length));
    return () => values.map((value) => exportOf(value, null));
  },
  '^[.,]?\\d[\\d.,]*(e[+-]?\\d+)?$': (size) => {
    const values = [`${'1'.repeat(size)}x`, `1${','.repeat(size)}x`, `1e${'1'.repeat(size)}x`];
    return () => values.map((value) => exportOf('', value));
  },
  '^application\\/json\\s*(?:;|$)': (size) => {
    const blanks = ' '.repeat(size);
    const headers = [
      ['content-type', `application/json${blanks}x`],
      ['cache-control', `a${blanks}b=c${blanks}=d`],
    ] as const;
    return () => againstDocument(headers, endpointAt('/api/v2/nodes'));
  },
};

function document(names: readonly string[]): StatusDocument {
  const components = names.map((name) => ({ name, status: 'operational' }));
  return { status: 'operational', version: 'v2', region: null, updated_at: null, components };
}

const others: Readonly<Record<string, Worst>> = {
  'the title of a page is sought': (size) => {
    const pages = ['<title'.repeat(size / 6), `<title>${' '.repeat(size)}`, '<title>'.repeat(size / 7)];
    return () => pages.map(describePage);
  },
  'the script of a document is sought': (size) => {
    const pages = ['<script type="module"', '<script ', '<script src="'].map((tag) =>
      tag.repeat(size / tag.length),
    );
    return () => pages.map(entryOf);
  },
  'slashes at the end are left out': (size) => {
    const address = `http://a/${'/'.repeat(size)}`;
    return () => [addressOf(`${address}b`, '/api/v2/nodes'), addressOf(address, '/api/v2/nodes')];
  },
  'a base URL is named': (size) => {
    const urls = [
      `http://a/${'/'.repeat(size)}b`,
      `http://a/${'-'.repeat(size)}b`,
      `http://a/${'b-'.repeat(size / 2)}`,
    ];
    return () => urls.map((url) => uniqueSlug(slugOfBaseUrl(parseBaseUrl(url)), new Set()));
  },
  'a capacity is read': (size) => {
    const capacity = `${'9'.repeat(size)}G`;
    return () => parseCapacity(capacity);
  },
  'marks of a letter are put in order': (size) => {
    const name = `a${'\u0301\u0316'.repeat(size / 2)}`;
    return () => [
      compareTexts(name, `${name}b`),
      spellings(name),
      createFindIndex([{ name, texts: [name], to: '' }]),
    ];
  },
  'texts that end, beside long ones that begin alike, are put in order': (size) => {
    const texts = Array.from({ length: size / 8 }, (_, row) => (row % 2 === 0 ? 'a' : `b${row % 300}`));
    texts.push(...Array.from({ length: 400 }, (_, row) => `${'c'.repeat(size / 400)}${row}`));
    return () => collationRanks(texts.length, (row) => texts[row] ?? null);
  },
  'two long texts that begin alike are put in order': (size) => {
    const texts = ['a', 'b'].map((end) => 'c'.repeat(size / 2) + end);
    return () => collationRanks(texts.length, (row) => texts[row] ?? null);
  },
  'rows are grouped by texts of one hash': (size) => {
    // The column begins with many different texts, because grouping uses the hash only for such columns.
    const texts = Array.from({ length: size / 4 }, (_, row) => `different ${row}`);
    for (const text of oneHash) texts.push(...Array.from({ length: size / 10 }, () => text));
    const column = textColumn(texts.length, (row) => texts[row] ?? null);
    expect(column.kind).toBe('pool');
    const rows = Uint32Array.from(texts, (_, row) => row);
    return () => groupRows(rows, [keysOf(column)], [], 2);
  },
  'components of one name are told apart': (size) => {
    const same = document(Array.from({ length: size / 8 }, () => 'a'));
    return () => statusSide(same);
  },
  'cache words are put together': (size) => {
    const words = Array.from({ length: size / 8 }, (_, index) => `word ${index}`);
    const groups = words.map((word) => ({ key: [word], count: 1, sums: {} }));
    return () => cacheShares(groups, cacheColours(words));
  },
  'how rows are written is learned': (size) => {
    const parts = ['{"a":1 , ', '{ ', '"a" : 1, ', '"\\\\', ' ,'];
    const bodies = parts.map((part) =>
      encoder.encode(`{"object":"list","data":[{"id":"a",${part.repeat(size / part.length)}`),
    );
    return () =>
      bodies.map((bytes) => {
        const reader = new ByteReader('bucket');
        reader.take(bytes);
        return reader.end();
      });
  },
  'a row is read that comes byte by byte': (size) => {
    const bytes = encoder.encode(`{"object":"list","data":[{"id":"${'a'.repeat(size)}`);
    return () => {
      const reader = new ByteReader('bucket');
      for (let at = 0; at < bytes.length; at += 1) reader.take(bytes.subarray(at, at + 1));
      return reader.end();
    };
  },
};

/**
 * Maximum milliseconds for the fastest of three runs. Linear work needs a small part of it, quadratic work
 * many times more.
 */
const most = 2_000;
const sizes = [200_000, 400_000];

function quickest(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3 && least > most / 10; turn += 1) {
    const worked = startWorkTime();
    work();
    least = Math.min(least, worked());
  }
  return least;
}

describe('the worst input takes linear time when', () => {
  test.each(Object.entries(others))('%s', (_, worst) => {
    for (const size of sizes) expect(quickest(worst(size))).toBeLessThan(most);
  });

  test.each(Object.entries(searches))('/%s/ matches against it', (_, worst) => {
    for (const size of sizes) expect(quickest(worst(size))).toBeLessThan(most);
  });
});

const root = fileURLToPath(new URL('.', import.meta.url));

/** Modules whose regular expressions read only build output or text from the operator. */
const own = new Set([
  'host/routes/shell.ts',
  'host/access/access-page.ts',
  'host/configuration/command-line.ts',
  'host/net/secrets.ts',
]);

interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

/**
 * Whether an expression can match at many places, or split a text in many ways. Such an expression needs a
 * worst input in `searches`.
 */
function mayTakeLong({ pattern, flags }: Expression): boolean {
  const bare = pattern
    .replaceAll(/\\(?:[pP]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)/g, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\(\?<?[:=!]/g, '(');
  const unbounded = [...bare.matchAll(/[*+]|\{\d+,\}/g)];
  const isFixed = flags.includes('y') || (bare.startsWith('^') && !bare.includes('|'));
  const goesOn = unbounded.some(({ 0: sign, index }) => index + sign.length < bare.length);
  return unbounded.length > 1 || (goesOn && !isFixed);
}

/** Modules that build expressions at run time. `searches` contains their worst inputs as well. */
const making = ['app/url/settings.ts', 'contract/forms.ts', 'domain/lists/columns/reader/byte-reader.ts'];

function expressionsIn(path: string): readonly Expression[] {
  const found: Expression[] = [];
  const code = readFileSync(join(root, path), 'utf8');
  JSON.stringify(parseSync(path, code).program, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'regex' in value) found.push(value.regex as Expression);
    return typeof value === 'bigint' || value instanceof RegExp ? null : value;
  });
  return found;
}

const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^testing\//.test(path));

test('only known files build regular expressions at run time', () => {
  const found = paths.filter((path) => readFileSync(join(root, path), 'utf8').includes('RegExp('));
  expect(found.toSorted()).toEqual(making);
});

test('every search in the sources has its worst input here', () => {
  const all = paths.filter((path) => !own.has(path)).flatMap(expressionsIn);
  expect(all.length).toBeGreaterThan(80);
  const found = new Set(all.filter(mayTakeLong).map(({ pattern }) => pattern));
  expect([...found].toSorted()).toEqual(Object.keys(searches).toSorted());
});

test.each([
  ['\\/+$', '', true],
  ['<title[^>]*>', 'i', true],
  ['^(?:a+)+$', '', true],
  ['a*b', 'y', false],
  ['^a*b', '', false],
  ['[^a-z]+', 'g', false],
  ['\\d{1,15}$', '', false],
])('/%s/%s can take long: %j', (pattern, flags, expected) => {
  expect(mayTakeLong({ pattern, flags })).toBe(expected);
});
