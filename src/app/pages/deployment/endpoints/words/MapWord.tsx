import { useState } from 'react';
import { CopyButton } from '#app/ui/elements/CopyButton.tsx';
import { configLine, configurable } from '#domain/memory/vocabulary.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { severityName } from '#domain/severity/severity.ts';

type Configurable = (typeof configurable)[number];

/**
 * Returns the class proposed for a status word. An assumed word gets `ok`, a known word its present class, an
 * unknown word `degraded`.
 */
function proposal(word: string, words: WordOverrides): Configurable {
  const { severity } = classify(word, words);
  if (severity === 'assumed') return 'ok';
  return configurable.find((each) => each === severity && each !== 'unknown') ?? 'degraded';
}

/** Select box for the class of a status word, and a button that copies the matching configuration line. */
export function MapWord({ word, words }: { readonly word: string; readonly words: WordOverrides }) {
  const [severity, setSeverity] = useState<Configurable>(() => proposal(word, words));
  const line = configLine(word, severity);
  return (
    <span className="no-print flex items-center gap-2">
      <select
        aria-label={`Class of the word ${word.slice(0, 80)}`}
        className="control max-md:min-h-11"
        value={severity}
        onChange={({ target }) => setSeverity(configurable.find((each) => each === target.value) ?? severity)}
      >
        {configurable.map((each) => (
          <option key={each} value={each}>
            {severityName[each]}
          </option>
        ))}
      </select>
      <CopyButton text={line} label={`Copy the configuration line ${line.slice(0, 120)}`} />
    </span>
  );
}
