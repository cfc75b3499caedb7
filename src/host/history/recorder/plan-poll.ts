/** Plans all rows of one reading, for one transaction (docs/understand/history.md). */

import type { ListResource } from '#contract/resources.ts';
import type { Coverage } from '#domain/history/coverage/coverage.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { attemptOf } from '../memory/endpoint-past.ts';
import type { Present } from '../memory/present.ts';
import type { Observation, ObservedRow, Reading } from '../reading.ts';
import type { Amount, PollRow, Row, SubjectKind } from '../rows.ts';
import { type Allowances, Excess, noRoomForNames } from './allowances.ts';
import { Draft } from './draft.ts';
import type { Flaps } from './flaps.ts';
import { type Listed, listedBy } from './listed.ts';
import type { Omitted } from './omitted.ts';
import { mostOfHead, planHead } from './plan-head.ts';
import { type ListPoll, planBucketDay, planItems, planValues } from './plan-list.ts';
import { planSpans } from './plan-spans.ts';
import { planVerdict } from './plan-verdict.ts';
import { rowSeries } from './row-series.ts';

/** State of the recorder between polls that is not part of the record. A restart loses it. */
export interface Between {
  readonly words: WordOverrides;
  readonly flaps: Flaps;
  readonly omitted: Omitted;
  readonly recorded: Set<number>;
  /** Slugs whose recorded verdict is still preliminary (`isEarly`). */
  readonly early: Set<string>;
  readonly allowances: Allowances;
}

export interface PlannedPoll {
  readonly rows: readonly Row[];
  readonly cost: number;
  readonly orders: readonly { readonly kind: SubjectKind; readonly ids: readonly number[] }[];
  /** Updates of memory besides the rows. They run after the rows are written. */
  readonly afterwards: readonly (() => void)[];
}

const spannedAs: Partial<Record<Observation['resource'], SubjectKind>> = {
  status: 'component',
  region: 'region',
  node: 'node',
};

function amountOf({ amounts }: ObservedRow) {
  return amounts?.[0] ?? null;
}

/** Makes the key of an endpoint's allowance. */
export function allowanceOf({ slug, path }: Pick<Reading, 'slug' | 'path'>): string {
  return `${slug} ${path}`;
}

function coverageRows(endpoint: number, before: Coverage, after: Coverage): readonly Row[] {
  const rows: Row[] = after.closed.slice(before.closed.length).flatMap((interval) =>
    // A seen interval before a gap was already written with its last poll.
    interval.to !== null && (interval.outcome === 'blind' || interval.to === after.seen?.last)
      ? [
          {
            ...interval,
            table: 'sight' as const,
            endpoint,
            to: interval.to,
            longest: interval.longest ?? interval.to - interval.from,
          },
        ]
      : [],
  );
  const { seen } = after;
  if (!seen) return rows;
  const { from, last: to, looks: polls, longest, complete } = seen;
  const outcome = { outcome: 'seen', cause: null, detail: null } as const;
  return [...rows, { table: 'sight', endpoint, from, to, ...outcome, looks: polls, longest, complete }];
}

/**
 * Plans a reading like {@link planWhole}. If the response exceeds the limits, plans a failed poll with the
 * reason.
 */
export function planPoll(
  reading: Reading,
  present: Present,
  run: number,
  between: Between,
  isSame: boolean,
): (PlannedPoll & { readonly excess: string | null }) | null {
  try {
    const planned = planWhole(reading, present, run, between, isSame);
    return planned && { ...planned, excess: null };
  } catch (cause) {
    if (!(cause instanceof Excess)) throw cause;
    const isOwn = cause.message === noRoomForNames;
    const outcome = {
      kind: 'failed',
      cause: isOwn ? 'not-recorded' : 'failing',
      detail: cause.message,
    } as const;
    const planned = planWhole({ ...reading, outcome, changes: [] }, present, run, between, false);
    return planned && { ...planned, excess: cause.message };
  }
}

/**
 * Plans all rows of a reading.
 * @param isSame - whether the content equals that of the poll before. Then at most sizes of buckets are
 * planned.
 * @returns `null` if the poll is not newer than the one before.
 * @throws Excess if the response exceeds the limits.
 */
function planWhole(
  reading: Reading,
  present: Present,
  run: number,
  between: Between,
  isSame: boolean,
): PlannedPoll | null {
  const { slug, path, sentAt, at, outcome } = reading;
  const { allowances } = between;
  const isAnswer = outcome.kind === 'answered';
  // The allowance does not limit failed polls.
  const left = isAnswer ? allowances.left(allowanceOf(reading), at) : Number.POSITIVE_INFINITY;
  const draft = new Draft(present, { at, left, bounds: allowances.bounds });
  const endpoint = draft.endpoint(slug, path);
  const past = present.past(endpoint);
  if (at <= (past.lastAt ?? Number.NEGATIVE_INFINITY)) return null;
  const seq = present.seq + 1;
  const poll: PollRow = {
    table: 'look',
    endpoint,
    seq,
    run,
    at,
    sentAt: Math.min(sentAt, at),
    vouched: isAnswer ? outcome.validMilliseconds : 0,
    complete: isAnswer && outcome.complete,
    cause: isAnswer ? null : outcome.cause,
    detail: isAnswer ? (outcome.statedText ?? null) : outcome.detail,
    statedAt: isAnswer ? outcome.statedAt : null,
  };
  draft.add(poll);
  const after = past.after(attemptOf(poll));
  if (isAnswer) draft.add(...coverageRows(endpoint, past.coverage, after));
  const isAfterGap = after.closed.slice(past.coverage.closed.length).some(({ outcome }) => outcome === 'blind');
  const observation = isAnswer ? outcome.observation : null;
  const { complete } = poll;
  const { omitted, recorded } = between;
  const isUnsure = past.lastAnswered !== null && !past.lastAnswered.complete && !recorded.has(endpoint);
  const answered = { endpoint, past, seq, at, isAfterGap, complete, omitted, isUnsure };
  const orders =
    observation && !isSame ? planObservation(draft, reading, observation, answered, between, left) : [];
  if (observation) planSizes(draft, observation, answered);
  if (observation) planHead(draft, observation.head ?? null, answered, mostOfHead(left, allowances.bounds));
  if (observation) draft.afterwards.push(() => recorded.add(endpoint));
  if (isAnswer && reading.verdict) {
    const isShort = left < allowances.bounds.short;
    planVerdict(draft, slug, reading.verdict, past.lastAnswered?.sentAt ?? null, {
      endpoint,
      at,
      flaps: between.flaps,
      isShort,
      early: between.early,
    });
  }
  let n = draft.rows.filter(({ table }) => table === 'change').length;
  for (const change of reading.changes) {
    n += 1;
    draft.add({ table: 'change', deployment: slug, seq, n, ...change, occurrence: 1, blind: isAfterGap });
  }
  return { rows: draft.rows, cost: draft.cost, orders, afterwards: draft.afterwards };
}

/** Plans the sizes of buckets. They are stored at the first complete poll of a day, even without changes. */
function planSizes(draft: Draft, { resource, rows }: Observation, poll: ListPoll): void {
  if (resource !== 'bucket' || !rows) return;
  const items = listedBy(rows, ({ key }) => key).flatMap(({ key, occurrence, value: row }) => {
    const item = draft.item(poll.endpoint, key, occurrence);
    return item === null ? [] : [{ item, row }];
  });
  planBucketDay(draft, items, poll);
}

function planObservation(
  draft: Draft,
  { slug, at }: Reading,
  observation: Observation,
  answered: ListPoll,
  between: Between,
  left: number,
): PlannedPoll['orders'] {
  const { endpoint, past, complete, isUnsure } = answered;
  const { resource, rows, claim } = observation;
  if (past.claim !== claim) draft.add({ table: 'claim', endpoint, at, claim });
  const { words, flaps, allowances } = between;
  const isShort = left < allowances.bounds.short;
  const by = { words, flaps, isUnsure, isShort, slug, endpoint, past, at, complete };
  const orders: { kind: SubjectKind; ids: readonly number[] }[] = [];
  const listed = listedBy(rows ?? [], ({ key }) => key);
  const kind = spannedAs[resource];
  if (observation.word) {
    const whole = [{ key: slug, occurrence: 1, value: observation.word }];
    orders.push({ kind: 'deployment', ids: planSpans(draft, 'deployment', whole, by) });
  }
  if (kind) {
    const worded = listed.flatMap((each) => (each.value.word ? [{ ...each, value: each.value.word }] : []));
    const ids = planSpans(draft, kind, worded, by);
    // A list that is too long has no rows here, so it says nothing about their order.
    if (rows) orders.push({ kind, ids });
  }
  const numbers = new Map<string, Amount>();
  if (resource !== 'status')
    for (const [name, value] of planRows(draft, resource, listed, answered)) numbers.set(name, value);
  for (const { name, value } of observation.totals) numbers.set(name, value);
  // A list that is too long counts as truncated, but its totals are of all its rows.
  planValues(draft, slug, { endpoint, at, complete: claim !== 'at-least' }, numbers);
  planNewWords(draft, slug, kind, observation, answered, at, between.words);
  return orders;
}

/** Plans the rows of a list. @returns the value of each row, by name of its series. */
function planRows(
  draft: Draft,
  resource: ListResource,
  listed: readonly Listed<ObservedRow>[],
  poll: ListPoll,
): readonly (readonly [string, Amount])[] {
  const series = rowSeries[resource];
  const items = planItems(draft, listed, poll);
  if (!series) return [];
  return items.flatMap(({ row, isFirst }) => {
    const amount = amountOf(row);
    // Of rows with equal ids, only the first has a series.
    return isFirst && amount !== null ? [[`${series}/${row.key}`, amount] as const] : [];
  });
}

function planNewWords(
  draft: Draft,
  deployment: string,
  kind: SubjectKind | undefined,
  observation: Observation,
  { past, seq, isAfterGap }: ListPoll,
  at: number,
  words: WordOverrides,
): void {
  const reported = new Set<number>();
  const subjects = [
    ...(observation.word ? [{ kind: 'deployment' as const, key: deployment, word: observation.word }] : []),
    ...(kind ? (observation.rows ?? []).flatMap(({ key, word }) => (word ? [{ kind, key, word }] : [])) : []),
  ];
  for (const { kind: of, key, word } of subjects) {
    const isText = word.form !== 'json';
    if (classify(isText ? word.text : null, words).severity !== 'unknown') continue;
    const id = draft.word(deployment, of, word, words);
    if (reported.has(id) || draft.present.hadWord(deployment, id)) continue;
    reported.add(id);
    draft.add({
      table: 'change',
      deployment,
      seq,
      n: reported.size,
      at,
      notBefore: past.lastAnswered?.sentAt ?? null,
      type: 'word',
      kind: of,
      key,
      occurrence: 1,
      before: null,
      after: word.text,
      blind: isAfterGap,
    });
  }
}
