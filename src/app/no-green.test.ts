import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** What a component would write that decides on its own what is good; `domain/` decides (docs/understand/freshness.md). */
const forbidden = [
  { name: 'a good severity', pattern: /(['"`])(?:ok|assumed)\1/ },
  { name: 'a good status word', pattern: /(['"`])(?:operational|healthy|available)\1/i },
  { name: 'a mark of its own', pattern: /data-severity/ },
  {
    name: 'the colour of good',
    pattern: /(?:--|\b(?:bg|text|fill|stroke|border|strip|word-of)-)(?:ok|assumed)\b/,
  },
] as const;

/** Modules that may, each for one thing. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The mark itself, which reads what may be said from where it stands.
  'components/severity/StatusGlyph.tsx': ['a mark of its own'],
  // Marks of the past: `vouched` says what may be said of each.
  'components/strips/RecordedStrip.tsx': ['a mark of its own'],
  // What the parts explain is no alert of the whole; nothing of it is drawn.
  'observe/alerts/readings.ts': ['a good severity'],
  // The class that a reader chooses for a word, in a line for the configuration.
  'pages/deployment/endpoints/words/MapWord.tsx': ['a good severity'],
  // Stacks of what is not good: exceptions alone are drawn.
  'charts/StackedBar.tsx': ['a mark of its own'],
};

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function decisionsIn(source: string): readonly string[] {
  return forbidden.filter(({ pattern }) => pattern.test(withoutComments(source))).map(({ name }) => name);
}

test.each([
  ["severity === 'ok'", ['a good severity']],
  ['new Set(["ok", "assumed"])', ['a good severity']],
  ["status === 'operational'", ['a good status word']],
  ['<svg data-severity="ok">', ['a good severity', 'a mark of its own']],
  ['<b className="word-of-ok">', ['the colour of good']],
  ['fill="var(--ok)"', ['the colour of good']],
  ["// severity === 'ok'", []],
  ["/** `'operational'` */ isGood(severity)", []],
  ["word === 'ok!'", []],
])('in %s is decided: %j', (source, decisions) => {
  expect(decisionsIn(source)).toEqual(decisions);
});

test('no component decides on its own what is green', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(150);
  const decisions = files.flatMap((path) => {
    const may = allowed[path.replaceAll('\\', '/')] ?? [];
    return decisionsIn(readFileSync(`${folder}${path}`, 'utf8'))
      .filter((name) => !may.includes(name))
      .map((name) => `${path}: ${name}`);
  });
  expect(decisions).toEqual([]);
});
