/**
 * Judges statements of the API document that only two responses together can break. Rows may have changed
 * between them.
 */

import { type DecodedList, regionField } from '#contract/decode/list.ts';
import type { ListResource } from '#contract/resources.ts';
import type { Evidence, Exchange } from './evidence.ts';
import { fail, type Judgement, notShown, pass, unless } from './result.ts';

type List = DecodedList<ListResource>;

export function judgeComparisons(evidence: Evidence): Judgement[] {
  const { endpoint, plain, one, larger, region, unknownRegion } = evidence;
  const all = plain.answer;
  if (all?.kind !== 'list') return [];
  const judgements: Judgement[] = [];
  if (one && endpoint.parameters.includes('limit')) judgements.push(judgeLimit(one));
  else if (one) judgements.push(judgeNoLimit(all, one));
  if (larger) judgements.push(judgeMore(all, one, larger), reportLimits(all, larger));
  if (endpoint.parameters.includes('region')) judgements.push(judgeRegion(all, region));
  if (unknownRegion) judgements.push(judgeUnknownRegion(unknownRegion));
  return judgements;
}

function listOf(exchange: Exchange | null): List | null {
  return exchange?.answer?.kind === 'list' ? exchange.answer : null;
}

function problemOf({ problem, question }: Exchange): string {
  return `${question}: ${problem?.text ?? 'no list'}`;
}

function judgeLimit(one: Exchange): Judgement {
  const part = '4, rule 1';
  const statement = '`limit` is the maximum number of items, echoed in `pagination.limit`';
  const list = listOf(one);
  if (!list) return fail(part, statement, problemOf(one));
  const { rows, pagination } = list;
  if (rows.length > 1) return fail(part, statement, `?limit=1: ${rows.length} items`);
  // A `pagination.limit` that is no integer is `null` here, and breaks another statement.
  const isEchoed = pagination.limit === 1 || pagination.limit === null;
  return unless(part, statement, isEchoed ? null : `?limit=1: pagination.limit is ${pagination.limit}`);
}

function judgeNoLimit(all: List, one: Exchange): Judgement {
  const part = '4, rule 3';
  const statement = 'region lists have no `limit` parameter';
  const list = listOf(one);
  if (!list) return pass(part, statement, problemOf(one));
  const isLimited = list.rows.length < all.rows.length;
  return unless(part, statement, isLimited ? `${list.rows.length} of ${all.rows.length} with ?limit=1` : null);
}

function judgeMore(all: List, one: Exchange | null, larger: Exchange): Judgement {
  const part = '2';
  const statement = '`has_more` is true exactly when further items exist';
  const more = listOf(larger);
  if (!more) return fail(part, statement, problemOf(larger));
  const first = listOf(one);
  const contradictions = [
    contradiction('without parameters', all, more, larger.question),
    first && contradiction('?limit=1', first, all, 'without parameters'),
    first && contradiction('?limit=1', first, more, larger.question),
  ];
  return unless(part, statement, contradictions.find((found) => typeof found === 'string') ?? null);
}

/** Describes how `has_more` of the shorter response contradicts the longer one; `null` if it does not. */
function contradiction(question: string, smaller: List, larger: List, largerQuestion: string): string | null {
  const [few, many] = [smaller.rows.length, larger.rows.length];
  const { hasMore } = smaller.pagination;
  if (hasMore === false && many > few)
    return `${question}: false after ${few} items, but ${largerQuestion} there are ${many}`;
  if (hasMore === true && many <= few && larger.pagination.hasMore === false)
    return `${question}: true after ${few} items, but ${largerQuestion} there are only ${many}`;
  return null;
}

function reportLimits(all: List, larger: Exchange): Judgement {
  const limit = larger.parameters.limit;
  const echo = listOf(larger)?.pagination.limit ?? null;
  return notShown(
    '8',
    'default and maximum of `limit`',
    `default ${all.pagination.limit}; ${limit} requested gives ${echo}`,
  );
}

function judgeRegion(all: List, region: Exchange | null): Judgement {
  const part = '4, rule 2';
  const statement = '`region` restricts the results to that region';
  if (!region) return notShown(part, statement, 'no region code was sent to test it with');
  const code = region.parameters.region ?? '';
  const filtered = listOf(region);
  if (!filtered) return fail(part, statement, problemOf(region));
  const field = regionField(all.resource);
  if (field === null)
    return notShown(part, statement, `${region.question}: ${filtered.rows.length} items, which have no region`);
  const foreign = filtered.rows.map((row): unknown => Reflect.get(row, field)).filter((sent) => sent !== code);
  if (foreign.length > 0)
    return fail(
      part,
      statement,
      `${region.question}: ${foreign.length} items elsewhere, in ${String(foreign[0])}`,
    );
  const missing = missingFrom(filtered, all, field, code);
  return unless(
    part,
    statement,
    missing === null ? null : `${region.question}: without ${missing} of that region`,
  );
}

function missingFrom(filtered: List, all: List, field: string, code: string): string | null {
  const inside = all.rows.filter((row) => Reflect.get(row, field) === code);
  if (filtered.rows.length === 0) return inside.length === 0 ? null : `the ${inside.length} items`;
  if (filtered.pagination.hasMore !== false) return null;
  const ids = new Set(filtered.rows.map((row): unknown => Reflect.get(row, 'id')));
  const lost = inside.find((row) => !ids.has(Reflect.get(row, 'id')));
  return lost ? String(Reflect.get(lost, 'id')) : null;
}

function judgeUnknownRegion(unknownRegion: Exchange): Judgement {
  const part = '4, rule 2';
  const statement = 'an unknown region has no items';
  const list = listOf(unknownRegion);
  // Error responses are undocumented (API document, part 7), so a refusal is as good as an empty list.
  if (!list) return notShown(part, statement, problemOf(unknownRegion));
  const { rows } = list;
  const field = regionField(list.resource);
  const foreign = rows.filter(
    (row) => field === null || Reflect.get(row, field) !== unknownRegion.parameters.region,
  );
  const departure = `${unknownRegion.question}: ${foreign.length} items; the filter appears to be ignored`;
  return unless(part, statement, foreign.length === 0 ? null : departure);
}

export function judgeDeployment(evidences: readonly Evidence[]): Judgement[] {
  const offered = evidences.filter(({ plain }) => plain.answer !== null);
  return [
    unless(
      '4',
      'an endpoint of this API answers here',
      offered.length === 0 ? `none of the ${evidences.length} endpoints` : null,
    ),
    ...judgeRegionLists(evidences),
    ...reportClock(offered),
  ];
}

/**
 * Maximum milliseconds by which the service's clock may differ without a report. Screens warn from the same
 * difference on (docs/understand/freshness.md).
 */
const tolerableMilliseconds = 5_000;

/**
 * Reports a service whose clock differs from this machine's. The smallest difference of all responses counts,
 * because a cache may serve old ones unnoticed. Absent endpoints do not count: another server may respond for
 * them.
 */
function reportClock(evidences: readonly Evidence[]): Judgement[] {
  const differences = evidences.flatMap(({ plain: { reply } }) =>
    reply.kind === 'answered' ? (reply.aheadMilliseconds ?? []) : [],
  );
  const least = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0];
  if (least === undefined || Math.abs(least) <= tolerableMilliseconds) return [];
  const seconds = Math.round(Math.abs(least) / 1000);
  const detail = `${seconds} s ${least > 0 ? 'ahead of' : 'behind'} this machine's, by Date and Age`;
  return [notShown('2', 'the clock of the service is off', detail)];
}

function judgeRegionLists(evidences: readonly Evidence[]): Judgement[] {
  const lists = evidences.flatMap(({ plain }) => {
    const list = listOf(plain);
    return list?.resource === 'region' && list.rows.length > 0 ? [list] : [];
  });
  const [first, second] = lists;
  if (!first || !second) return [];
  const [one, other] = [sentFields(first), sentFields(second)];
  const differing = [...new Set([...one, ...other])].filter((name) => !one.has(name) || !other.has(name));
  const departure = differing.length === 0 ? null : `only one version sends ${differing.join(', ')}`;
  return [unless('4, rule 4', 'region lists carry the same fields in v1 and v2', departure)];
}

function sentFields({ rows }: List): ReadonlySet<string> {
  return new Set(
    rows.flatMap((row) => Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [name]))),
  );
}
