/** Computes the past verdicts of a demo deployment, with the function that computes present verdicts. */

import { endpointAt } from '#contract/endpoints.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { feedWith, relayedResponse } from '#domain/answer/answer.ts';
import { polledLifetime } from '#domain/answer/poll.ts';
import { exact } from '#domain/lists/claim.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { ListReading, TallyGroup } from '#domain/verdict/tally.ts';
import { type VerdictRules, verdictOf } from '#domain/verdict/verdict-of.ts';
import { worstStatus } from '#service/choices.ts';
import type { Row } from '../rows.ts';
import type { DemoFleet } from './demo-fleet.ts';
import { nodeSteps, nodesOf, nodeWords, regionWords } from './lists.ts';
import { type Step, seenSteps } from './poll-times.ts';
import type { Recorded } from './recorded.ts';
import type { Story } from './story.ts';

/** A change that a poll shows. `apply` applies it to the state from which the verdict is computed. */
interface ShownChange {
  readonly at: number;
  readonly list: Recorded;
  readonly apply: () => void;
}

type Listed = Omit<TallyGroup, 'count'>;

/** A list of regions or nodes, counted by region and status word for the verdict. */
class TalliedList {
  readonly #rows = new Map<string, Listed>();
  readonly #groups = new Map<string, TallyGroup>();

  put(id: string, row: Listed | null): void {
    const before = this.#rows.get(id);
    if (before) this.#count(before, -1);
    if (row) this.#count(row, 1);
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
  }

  reading(readAt: number): ListReading {
    const groups = [...this.#groups.values()].filter(({ count }) => count > 0);
    return { availability: 'offered', freshness: 'fresh', readAt, tally: { groups, claim: exact } };
  }

  #count(row: Listed, change: number): void {
    const key = `${row.code} ${row.word}`;
    this.#groups.set(key, { ...row, count: (this.#groups.get(key)?.count ?? 0) + change });
  }
}

const notOffered: ListReading = {
  availability: 'not-offered',
  freshness: 'waiting',
  readAt: null,
  tally: null,
};

function shownChangesOf<T>(
  list: Recorded,
  steps: readonly Step<T>[],
  apply: (value: T) => void,
): readonly ShownChange[] {
  return seenSteps(list.polls, steps).map(({ at, value }) => ({ at, list, apply: () => apply(value) }));
}

function regionChanges(
  list: Recorded,
  regions: TalliedList,
  fleet: DemoFleet,
  story: Story,
): readonly ShownChange[] {
  return fleet.regions.flatMap((region) => {
    const { code, name } = region;
    return shownChangesOf(list, regionWords(region, story), (word) => regions.put(code, { code, name, word }));
  });
}

function nodeChanges(
  list: Recorded,
  nodes: TalliedList,
  fleet: DemoFleet,
  story: Story,
): readonly ShownChange[] {
  return nodesOf(fleet, story).flatMap((node) => {
    let code: string | null = null;
    let word: string | null = null;
    const put = () => nodes.put(node.id, word === null ? null : { code, name: null, word });
    return [
      ...shownChangesOf(list, nodeSteps(node, story), (row) => {
        code = row?.pop ?? null;
        put();
      }),
      ...shownChangesOf(list, nodeWords(node, story), (next) => {
        word = next;
        put();
      }),
    ];
  });
}

function statusFeed({ path, polls: { cadence } }: Recorded, words: ReadonlyMap<string, string>, at: number) {
  const components = [...words].map(([name, status]) => ({ name, status }));
  const document: StatusDocument = {
    status: worstStatus([...words.values()]),
    version: null,
    region: null,
    components,
    updated_at: null,
  };
  const lifetime = polledLifetime(cadence.period);
  return feedWith(relayedResponse(path, document, { receivedAt: at, ageSeconds: 0, lifetime }));
}

/**
 * Generates the rows of a deployment's verdict: a subject and its spans.
 * @param components - status words over time, by component name.
 */
export function* verdictRows(
  endpoints: readonly Recorded[],
  rules: VerdictRules,
  components: ReadonlyMap<string, readonly Step<string>[]>,
  fleet: DemoFleet,
  story: Story,
): Generator<Row> {
  const of = (resource: string) => endpoints.find(({ path }) => endpointAt(path).resource === resource);
  const [status, regionList, nodeList] = [of('status'), of('region'), of('node')];
  if (!status) return;
  const words = new Map<string, string>();
  const [regions, nodes] = [new TalliedList(), new TalliedList()];
  const changes = [
    ...[...components].flatMap(([name, steps]) =>
      shownChangesOf(status, steps, (word) => void words.set(name, word)),
    ),
    ...(regionList ? regionChanges(regionList, regions, fleet, story) : []),
    ...(nodeList ? nodeChanges(nodeList, nodes, fleet, story) : []),
  ].toSorted((a, b) => a.at - b.at);
  const spans: { readonly at: number; readonly list: Recorded; readonly severity: Severity }[] = [];
  for (const [index, { at, list, apply }] of changes.entries()) {
    apply();
    if (changes[index + 1]?.at === at || words.size === 0) continue;
    const inventory = {
      regions: regionList ? regions.reading(at) : notOffered,
      nodes: nodeList ? nodes.reading(at) : notOffered,
    };
    const { severity } = verdictOf(statusFeed(status, words, at), 'fresh', rules, { inventory });
    if (spans.at(-1)?.severity !== severity) spans.push({ at, list, severity });
  }
  const { slug, ids } = status;
  const subject = ids.next('subject');
  yield { table: 'subject', id: subject, deployment: slug, kind: 'verdict', key: slug, occurrence: 1 };
  for (const [index, { at: from, list, severity }] of spans.entries()) {
    const word = ids.word(severity);
    yield* word.rows;
    const [notBefore, to] = [index === 0 ? null : list.polls.notBefore(from), spans[index + 1]?.at ?? null];
    yield { table: 'span', subject, from, notBefore, to, word: word.id, endpoint: list.id, folded: 0 };
  }
}
