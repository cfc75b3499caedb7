import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Patterns of code by which a component would decide itself that something is good. Only `domain/` may decide
 * that (docs/understand/freshness.md).
 */
const forbidden = [
  { name: 'a good severity', pattern: /(['"`])(?:ok|assumed)\1/ },
  { name: 'a good status word', pattern: /(['"`])(?:operational|healthy|available)\1/i },
  { name: 'a mark of its own', pattern: /data-severity/ },
  {
    name: 'the colour of good',
    pattern: /(?:--|\b(?:bg|text|fill|stroke|border|strip|word-of)-)(?:ok|assumed)\b/,
  },
] as const;

/** Module → patterns that it may contain. The comment before each entry is the reason. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The component of the mark itself. It reads its freshness from the React context.
  'components/severity/StatusGlyph.tsx': ['a mark of its own'],
  // Marks of the past. Their severity `unvouched` says that a mark may show no state.
  'components/strips/StatusStrip.tsx': ['a mark of its own'],
  // The severity of a complete deployment whose parts explain its state. It is used for alerts, and not
  // rendered.
  'observe/alerts/readings.ts': ['a good severity'],
  // The class that the operator chooses for a status word, for a line of the configuration.
  'pages/deployment/endpoints/words/MapWord.tsx': ['a good severity'],
  // Charts of problems. They contain no good states.
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
])('%s contains the decisions %j', (source, decisions) => {
  expect(decisionsIn(source)).toEqual(decisions);
});

test('no component decides itself what is green', () => {
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
