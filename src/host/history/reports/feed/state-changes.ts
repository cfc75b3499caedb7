/** Reads the entries of a feed from the history record (docs/use/embedding.md). */

import { displayNames } from '#contract/names/deployment-names.ts';
import { classify, inSentence } from '#domain/severity/classify.ts';
import { isSeverity, reportedName, type Severity } from '#domain/severity/severity.ts';
import { blank, isBlank, plural } from '#domain/text/format.ts';
import { settled } from '#domain/text/visible-text.ts';
import { newestSpans, type SpanChange } from '#host/history/responses/changes.ts';
import { stamp } from '#host/history/responses/context.ts';
import type { HistoryRequest } from '#host/history/responses/windowed.ts';
import { absentWord, type SubjectRow } from '#host/history/rows.ts';
import type { Feed, FeedEntry } from './atom.ts';
import { linksFrom } from './links.ts';

/** A deployment and the record of it. */
export type FeedSource = Omit<HistoryRequest, 'search'>;

/** Maximum number of entries of a feed. */
export const mostEntries = 100;

/** Maximum characters of a name in a title. */
const longestName = 80;

/** Owner of the ids if the address of the host is unknown. No real host has this name (RFC 6761). */
const nobody = 'edgewatch.invalid';

/** Year of the ids. A `tag:` URI states when its owner had the host name (RFC 4151). */
const tagYear = '2026';

function tagOf(publicUrl: string | null, path: string): string {
  const { hostname } = new URL(publicUrl ?? `http://${nobody}`);
  // An IPv6 address cannot be the owner.
  return `tag:${hostname.startsWith('[') ? nobody : hostname},${tagYear}:${path}`;
}

function shownName(name: string): string {
  if (isBlank(name)) return blank;
  return settled(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}

interface ReadState {
  readonly severity: Severity;
  /** State within a sentence: "major outage", “flux”. */
  readonly text: string;
}

function stateOf({ context, deployment }: FeedSource, { kind }: SubjectRow, word: number): ReadState {
  const row = context.known.word(word);
  if (word === absentWord) return { severity: 'vanished', text: reportedName('vanished') };
  if (kind === 'verdict') {
    const severity = isSeverity(row?.text) ? row.text : 'unvouched';
    return { severity, text: reportedName(severity) };
  }
  // The service sent no text as status word.
  if (!row || row.form === 'json') return { severity: 'unknown', text: reportedName('unknown') };
  const state = classify(row.text, deployment.words);
  return { severity: state.severity, text: inSentence(state) };
}

/** Returns the subject of a title with a space behind it; empty for the verdict of the deployment. */
function subjectText({ kind, key, occurrence }: SubjectRow): string {
  if (kind === 'verdict') return '';
  const name = `${kind === 'region' ? 'region ' : ''}${shownName(key)}`;
  return occurrence === 1 ? `${name} ` : `${name} #${occurrence} `;
}

function entryOf(
  source: FeedSource,
  name: string,
  { id, subject, before, span }: SpanChange<SubjectRow>,
  { tag, link }: { readonly tag: (path: string) => string; readonly link: string },
): FeedEntry {
  const { from: at, notBefore, word, folded } = span;
  const { severity, text } = stateOf(source, subject, word);
  const earlier = before === null ? ', new in the list' : `, was ${stateOf(source, subject, before).text}`;
  const rolledUp = `, after ${plural(folded, 'change')} in a short time`;
  return {
    id: tag(`${source.deployment.slug}/${id}`),
    title: `${shownName(name)}: ${subjectText(subject)}${text}${folded > 0 ? rolledUp : earlier}`,
    summary:
      notBefore === null
        ? `First seen at ${stamp(at)}. The time of the change is not known.`
        : `Changed between ${stamp(notBefore)} and ${stamp(at)}.`,
    at,
    severity,
    link,
  };
}

/** Finds the newest changes of a deployment's verdict, components and regions. Nodes would be too many. */
function changesOf({ context, deployment: { slug } }: FeedSource): readonly SpanChange<SubjectRow>[] {
  const { known, now } = context;
  const verdict = known.subjectOf(slug, 'verdict', slug, 1);
  const subjects: readonly SubjectRow[] = [
    ...(verdict ? [verdict] : []),
    ...known.subjects(slug, 'component'),
    ...known.subjects(slug, 'region'),
  ];
  return newestSpans(subjects, context, {
    window: { from: 0, to: now + 1 },
    cursor: null,
    limit: mostEntries,
  });
}

/**
 * Returns the feed of one deployment, or of all.
 * @param slug - of the deployment; empty for all.
 */
export function feedOf(slug: string, sources: readonly FeedSource[], publicUrl: string | null): Feed {
  const names = displayNames(sources.map(({ deployment }) => deployment));
  const links = linksFrom(slug, publicUrl);
  const tag = (path: string) => tagOf(publicUrl, path);
  const entries = sources
    .flatMap((source, index) => {
      const { slug: of, name } = source.deployment;
      const link = links(`/${of}/changes`);
      return changesOf(source).map((change) => entryOf(source, names[index] ?? name, change, { tag, link }));
    })
    // The sort is stable: changes of one time keep the order of the deployments and of the history API.
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostEntries);
  const begins = sources.flatMap(({ context, deployment }) => context.known.since(deployment.slug) ?? []);
  const title = slug === '' ? 'Edgewatch' : shownName(names[0] ?? slug);
  return {
    id: tag(slug === '' ? 'deployments' : slug),
    title: `${title}: state changes`,
    self: links(slug === '' ? '/feed.atom' : `/deployments/${slug}/feed.atom`),
    page: links(`/${slug}`),
    // A feed without entries is as old as the record. Without a record the time is 1970-01-01.
    updated: entries[0]?.at ?? Math.min(...(begins.length > 0 ? begins : [0])),
    entries,
  };
}
