/**
 * Decodes responses below `/history` (docs/understand/history-api.md). A response with one malformed row is
 * rejected completely.
 */

import type {
  ChangedKind,
  ChangeEntry,
  ChangeType,
  CoverageEntry,
  GapCause,
  HistoryState,
  HistoryStates,
  IdleReason,
  SinceResponse,
  SpanEntry,
  SpanSeverity,
  StartOfState,
  StripEntry,
  StripsResponse,
  SubjectKind,
  TimeRange,
  Windowed,
} from '../history.ts';
import {
  changedKinds,
  changeTypes,
  gapCauses,
  idleReasons,
  markLetters,
  noticeKinds,
  seenDigits,
  spanSeverities,
  subjectKinds,
  verdictSeverities,
} from '../history.ts';
import { isPlainObject } from '../json/parse.ts';

export class HistoryFormError extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

export function fail(what: string): never {
  throw new HistoryFormError(`${what} has an invalid form`);
}

export function fieldsOf(value: unknown, what: string): Fields {
  return isPlainObject(value) ? value : fail(what);
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : fail(name);
}

export function textOrNull(fields: Fields, name: string): string | null {
  return fields[name] == null ? null : text(fields, name);
}

/**
 * Reads a time field. Its text is returned unchanged if `Date.parse` accepts it; otherwise the function
 * throws.
 */
export function time(fields: Fields, name: string): string {
  const value = text(fields, name);
  return Number.isNaN(Date.parse(value)) ? fail(name) : value;
}

export function timeOrNull(fields: Fields, name: string): string | null {
  return fields[name] == null ? null : time(fields, name);
}

export function amount(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : fail(name);
}

export function oneOf<T extends string>(options: readonly T[], fields: Fields, name: string): T {
  const value = fields[name];
  return options.find((option) => option === value) ?? fail(name);
}

export function rowsOf<Row>(fields: Fields, read: (row: Fields) => Row): readonly Row[] {
  const { data } = fields;
  return Array.isArray(data) ? data.map((row: unknown) => read(fieldsOf(row, 'a row'))) : fail('data');
}

export function windowed<Row>(body: unknown, read: (row: Fields) => Row): Windowed<Row> {
  const fields = fieldsOf(body, 'the answer');
  return {
    deployment: text(fields, 'deployment'),
    from: time(fields, 'from'),
    to: time(fields, 'to'),
    knownUntil: timeOrNull(fields, 'knownUntil'),
    settledUntil: timeOrNull(fields, 'settledUntil'),
    data: rowsOf(fields, read),
    more: textOrNull(fields, 'more'),
  };
}

/**
 * Decodes the response of `GET /history`: the recording state of each deployment.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeHistoryStates(body: unknown): HistoryStates {
  return { data: rowsOf(fieldsOf(body, 'the answer'), stateOf) };
}

function stateOf(fields: Fields): HistoryState {
  const retention = fieldsOf(fields['retention'], 'retention');
  const notice = fields['notice'] == null ? null : fieldsOf(fields['notice'], 'notice');
  const { endpoints } = fields;
  return {
    deployment: text(fields, 'deployment'),
    observe: oneOf(['all', 'status', 'off'], fields, 'observe'),
    recording: fields['recording'] === true,
    reason: fields['reason'] == null ? null : oneOf<IdleReason>(idleReasons, fields, 'reason'),
    demo: fields['demo'] === true,
    since: timeOrNull(fields, 'since'),
    knownUntil: timeOrNull(fields, 'knownUntil'),
    poll: amount(fields, 'poll'),
    retention: {
      rawDays: amount(retention, 'rawDays'),
      hourDays: amount(retention, 'hourDays'),
      spanDays: amount(retention, 'spanDays'),
    },
    notice: notice && {
      kind: oneOf(noticeKinds, notice, 'kind'),
      since: time(notice, 'since'),
      kept: textOrNull(notice, 'kept'),
    },
    endpoints: Array.isArray(endpoints) ? endpoints.filter((path) => typeof path === 'string') : [],
  };
}

/**
 * Decodes a response of `GET /history/:slug/sight`: coverage intervals.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeCoverage(body: unknown): Windowed<CoverageEntry> {
  return windowed(body, (row) => ({
    endpoint: text(row, 'endpoint'),
    from: time(row, 'from'),
    to: timeOrNull(row, 'to'),
    outcome: oneOf(['seen', 'blind'], row, 'outcome'),
    cause: row['cause'] == null ? null : oneOf<GapCause>(gapCauses, row, 'cause'),
    detail: textOrNull(row, 'detail'),
    looks: amount(row, 'looks'),
    longestSeconds: row['longestSeconds'] == null ? null : amount(row, 'longestSeconds'),
    complete: row['complete'] !== false,
  }));
}

function rangesIn(value: unknown): readonly TimeRange[] {
  if (!Array.isArray(value)) return fail('leftOut');
  return value.map((each: unknown) => {
    const fields = fieldsOf(each, 'leftOut');
    return { from: time(fields, 'from'), to: time(fields, 'to') };
  });
}

export function spanOf(row: Fields): SpanEntry {
  return {
    kind: oneOf<SubjectKind>(subjectKinds, row, 'kind'),
    key: text(row, 'key'),
    occurrence: amount(row, 'occurrence'),
    word: textOrNull(row, 'word'),
    ...(row['cut'] === true && { cut: true }),
    ...(row['json'] === true && { json: true }),
    severity: oneOf<SpanSeverity>(spanSeverities, row, 'severity'),
    endpoint: text(row, 'endpoint'),
    from: time(row, 'from'),
    notBefore: timeOrNull(row, 'notBefore'),
    to: timeOrNull(row, 'to'),
    ...(row['leftOut'] != null && { leftOut: rangesIn(row['leftOut']) }),
  };
}

/**
 * Decodes a response of `GET /history/:slug/spans`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeSpans(body: unknown): Windowed<SpanEntry> {
  return windowed(body, spanOf);
}

function decodeStart(fields: Fields): StartOfState {
  return { from: time(fields, 'from'), notBefore: timeOrNull(fields, 'notBefore') };
}

/**
 * Decodes a response of `GET /history/:slug/since`: start times of the present states. The notes stay in `sent`: code
 * that loads later decodes them (known-notes.ts).
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeSince(body: unknown): Omit<SinceResponse, 'notesUntil'> & { readonly sent: unknown } {
  const fields = fieldsOf(body, 'since');
  const verdict = fields['verdict'] == null ? null : fieldsOf(fields['verdict'], 'verdict');
  const notGood = verdict?.['notGood'] == null ? null : fieldsOf(verdict['notGood'], 'notGood');
  const { data } = fields;
  return {
    deployment: text(fields, 'deployment'),
    knownUntil: timeOrNull(fields, 'knownUntil'),
    settledUntil: timeOrNull(fields, 'settledUntil'),
    verdict: verdict && {
      severity: oneOf(verdictSeverities, verdict, 'severity'),
      ...decodeStart(verdict),
      notGood: notGood && decodeStart(notGood),
    },
    data: Array.isArray(data) ? data.map((row) => spanOf(fieldsOf(row, 'data'))) : fail('data'),
    more: textOrNull(fields, 'more'),
    sent: body,
  };
}

function marksOf(row: Fields, name: string, allowed: string, marks: number): string {
  const value = text(row, name);
  return value.length === marks && Array.from(value).every((sign) => allowed.includes(sign))
    ? value
    : fail(name);
}

/**
 * Decodes a response of `GET /history/:slug/strips`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeStrips(body: unknown): StripsResponse {
  const fields = fieldsOf(body, 'the answer');
  const marks = amount(fields, 'marks');
  const { lengths: sent } = fields;
  const lengths = (Array.isArray(sent) ? sent : fail('lengths')).map((pair: unknown) => {
    const [milliseconds, count]: readonly unknown[] = Array.isArray(pair) ? pair : fail('lengths');
    return typeof milliseconds === 'number' && typeof count === 'number'
      ? ([milliseconds, count] as const)
      : fail('lengths');
  });
  const total = lengths.reduce((sum, [, count]) => sum + count, 0);
  if (total !== marks) fail('lengths');
  return {
    ...windowed(
      body,
      (row): StripEntry => ({
        key: text(row, 'key'),
        occurrence: amount(row, 'occurrence'),
        name: text(row, 'name'),
        endpoint: text(row, 'endpoint'),
        worst: marksOf(row, 'worst', markLetters, marks),
        seen: marksOf(row, 'seen', seenDigits, marks),
        good: amount(row, 'good'),
        bad: amount(row, 'bad'),
        unknown: amount(row, 'unknown'),
        unobserved: amount(row, 'unobserved'),
        notice: amount(row, 'notice'),
        couldHide: amount(row, 'couldHide'),
      }),
    ),
    kind: oneOf<SubjectKind>(subjectKinds, fields, 'kind'),
    zone: text(fields, 'zone'),
    marks,
    lengths,
  };
}

export function changeOf(row: Fields): ChangeEntry {
  return {
    id: text(row, 'id'),
    at: time(row, 'at'),
    notBefore: timeOrNull(row, 'notBefore'),
    type: oneOf<ChangeType>(changeTypes, row, 'type'),
    kind: oneOf<ChangedKind>(changedKinds, row, 'kind'),
    key: text(row, 'key'),
    occurrence: amount(row, 'occurrence'),
    before: textOrNull(row, 'before'),
    after: textOrNull(row, 'after'),
    blind: row['blind'] === true,
    ...(typeof row['folded'] === 'number' && { folded: row['folded'] }),
  };
}

/**
 * Decodes a response of `GET /history/:slug/changes`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeChanges(body: unknown): Windowed<ChangeEntry> {
  return windowed(body, changeOf);
}
