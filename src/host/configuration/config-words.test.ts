import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeConfig } from '#contract/decode/config.ts';
import { configLine, configurable } from '#domain/memory/vocabulary.ts';
import { classify } from '#domain/severity/classify.ts';
import { parseConfigFile } from './config-file.ts';

function meaningOf(word: string, severity: (typeof configurable)[number]) {
  const { words } = parseConfigFile(`{ ${configLine(word, severity)} }`, 'e.jsonc');
  const sent: unknown = JSON.parse(JSON.stringify({ deployments: [{ slug: 'a', baseUrl: 'a', words }] }));
  const [deployment] = decodeConfig(sent).deployments;
  return classify(word, deployment?.words);
}

test('the line that maps a status word gives exactly that word the chosen class, for host and app', () => {
  // zod skips a member `__proto__`, so this status word stays unknown and the app offers no line for it.
  const word = fc.oneof(
    fc.string({ unit: 'binary' }).filter((sent) => sent !== '__proto__'),
    fc.constantFrom('constructor', 'a"b\\', '// no comment', '', '\u202eabc', '\ud800', '运行'),
  );
  fc.assert(
    fc.property(word, fc.constantFrom(...configurable), (sent, severity) => {
      expect(meaningOf(sent, severity)).toMatchObject({ severity, overridden: true });
    }),
    { numRuns: 500 },
  );
});
