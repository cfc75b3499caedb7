/**
 * Defines a webhook message: which parts of one deployment changed, as text for chat tools and as data for
 * programs.
 */

import { isGood, reportedName, type Severity, severityName, severityRank } from '#domain/severity/severity.ts';
import { plural } from '#domain/text/format.ts';
import type { PartKind } from '../observe/messages.ts';

/** A part with a debounced change of state. Times are ISO 8601. */
export interface PartChange {
  readonly kind: PartKind;
  readonly key: string;
  readonly name: string;
  /** Status word as the deployment sent it; `null` if there is none. */
  readonly word: string | null;
  readonly severity: Severity;
  readonly before: Severity;
  /**
   * The change happened between `notBefore` and `since`. `since` is `null` if the part was found missing
   * after a restart: the time is unknown.
   */
  readonly since: string | null;
  readonly notBefore: string | null;
  /** What the part's nodes show; empty if the part's own status word decides. */
  readonly detail: string;
}

export interface Message {
  /** Id of the message, the same in every attempt to send it. */
  readonly id: string;
  readonly deployment: string;
  readonly name: string;
  /** Severity of the verdict now (`severity`), and when the message before was made (`before`). */
  readonly severity: Severity;
  readonly before: Severity;
  readonly headline: string;
  /** Time of the status reading that confirmed the changes, ISO 8601. */
  readonly at: string;
  /** Address of the deployment's page; `null` if `publicUrl` is not configured. */
  readonly url: string | null;
  /** Changes of the deployment's parts, worst first. */
  readonly changes: readonly PartChange[];
  /** Number of further changes, which are not in {@link changes}. */
  readonly more: number;
}

export const mostListed = 100;
/** Maximum number of changes that the text of a message names. */
const mostNamed = 6;
const longestName = 80;

/**
 * Replaces characters that chat tools read as links, mentions or code by look-alike ones, and cuts long
 * texts. Names and headlines come from the deployment.
 */
function withoutMarkup(text: string): string {
  const short = text.length > longestName ? `${text.slice(0, longestName).toWellFormed()}…` : text;
  return short
    .replaceAll(/[<>@[\]`*_|\\]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
    .replaceAll(/\p{Cc}/gu, '\ufffd');
}

/** Returns a time such as "04:25:20Z", with the date if that is another day than that of `at`. */
function clockOf(since: string, at: string): string {
  const time = `${since.slice(11, 19)}Z`;
  return since.slice(0, 10) === at.slice(0, 10) ? time : `${since.slice(0, 10)} ${time}`;
}

/** Returns whether a change is for the worse. A part that is no longer listed counts as worse. */
function isWorse({ severity, before }: Pick<PartChange, 'severity' | 'before'>): boolean {
  return severity === 'vanished' || severityRank[severity] > severityRank[before];
}

/**
 * Returns a change as a clause, such as "API major outage since 04:25:20Z" or "API operational since
 * 04:31:00Z, was major outage".
 */
function clauseOf({ kind, name, severity, before, since, detail }: PartChange, at: string): string {
  const subject = kind === 'deployment' ? '' : `${withoutMarkup(name)} `;
  const beside = detail === '' ? '' : ` (${withoutMarkup(detail)})`;
  const from = since === null ? '' : ` since ${clockOf(since, at)}`;
  const was = isGood(before) ? '' : `, was ${reportedName(before)}`;
  return `${subject}${reportedName(severity)}${beside}${from}${was}`;
}

/**
 * Returns the text of a message without its link. The verdict's own change is left out if the change of a
 * part in the same direction (worse or better) explains it.
 */
export function textOf({ name, headline, changes, more, at }: Omit<Message, 'id' | 'url'>): string {
  const verdict = changes.find(({ kind }) => kind === 'deployment');
  const parts = changes.filter((change) => change !== verdict);
  const isExplained =
    verdict !== undefined &&
    verdict.severity !== 'unvouched' &&
    verdict.before !== 'unvouched' &&
    parts.some((part) => isWorse(part) === isWorse(verdict));
  const isNews = verdict && headline.toLowerCase() !== severityName[verdict.severity];
  const verdictChange = verdict && { ...verdict, detail: isNews ? headline : '' };
  const listed = verdictChange && !isExplained ? [verdictChange, ...parts] : parts;
  const rest = listed.length - Math.min(listed.length, mostNamed) + more;
  const clauses = listed.slice(0, mostNamed).map((change) => clauseOf(change, at));
  return `${name}: ${[...clauses, ...(rest > 0 ? [`and ${plural(rest, 'more change')}`] : [])].join('; ')}`;
}

export function bodyOf(message: Message): string {
  const { more, url, ...rest } = message;
  const verdict = message.changes.find(({ kind }) => kind === 'deployment');
  const link = url === null ? '' : ` ${url}`;
  return JSON.stringify({
    text: `${textOf(message)}${link}`,
    kind: verdict ? 'verdict' : 'parts',
    ...rest,
    ...(url !== null && { url }),
    ...(more > 0 && { more }),
  });
}
