import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { longestWord, type SeenWord } from '#app/observe/session/vocabulary.ts';
import { paths } from '#app/url/paths.ts';
import type { Resource } from '#contract/resources.ts';
import { isStateField } from '#domain/memory/vocabulary.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { severityName } from '#domain/severity/severity.ts';
import { MapWord } from './MapWord.tsx';

/** Describes how pages show a word. A status word also has the configuration line that changes its class. */
export function HowShown({ use, words }: { readonly use: SeenWord; readonly words: WordOverrides }) {
  if (use.isMember) return 'only in the raw response';
  if (!isStateField(use.field))
    return use.field.endsWith('cache_status') ? 'as sent, with its own colour' : 'as sent';
  const { severity, overridden } = classify(use.word, words);
  const counted = `counted as ${severityName[severity]}`;
  return (
    <>
      <span>
        {overridden
          ? `${counted}, as configured`
          : `${severity === 'unknown' ? 'as sent' : 'readable'}, ${counted}`}
      </span>
      {canBeMapped(use.word) && <MapWord word={use.word} words={words} />}
    </>
  );
}

/**
 * Whether the configuration can give a word a class. A word of maximum length may be cut, and `__proto__`
 * cannot be the name of a setting.
 */
function canBeMapped(word: string): boolean {
  return word.length < longestWord && word !== '__proto__';
}

const pages = {
  status: paths.status,
  region: paths.regions,
  node: paths.nodes,
  bucket: paths.buckets,
  asset: paths.assets,
  application: paths.applications,
  event: paths.events,
} as const satisfies Record<Resource, unknown>;

export function RowsOf({
  use: { resource, field, word },
  slug,
  children,
}: {
  readonly use: SeenWord;
  readonly slug: string;
  readonly children: ReactNode;
}) {
  const name = field.replace(/^data\[\]\./, '');
  return (
    <Link className="link" to={pages[resource](slug, resource === 'status' ? {} : { [name]: word })}>
      {children}
    </Link>
  );
}
