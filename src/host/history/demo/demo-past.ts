/**
 * Generates the week of history before the demo, as an observing host would have recorded it
 * (docs/understand/history.md). It is equal for equal options, and ends with the state that the service shows
 * when the demo begins.
 */

import { type EndpointPath, endpointAt, pathsOf } from '#contract/endpoints.ts';
import type { Resource } from '#contract/resources.ts';
import type { VerdictRules } from '#domain/verdict/verdict-of.ts';
import { maximumLimit, statusWords, worstStatus } from '#service/choices.ts';
import type { FleetOptions } from '#service/demo/fleet.ts';
import { unlistedWord } from '#service/demo/incidents.ts';
import type { DemoPlan } from '#service/demo/plans.ts';
import { writeStatusHead } from '../past/heads.ts';
import { headOccurrence, type Row } from '../rows.ts';
import { type DemoFleet, demoFleet } from './demo-fleet.ts';
import { Ids } from './ids.ts';
import { applicationList, assetList, bucketList, eventList, nodeList, regionList } from './lists.ts';
import { demoNotes } from './notes.ts';
import { type Cadence, type PastTimes, PollTimes, pastTimes, type Step, seenSteps } from './poll-times.ts';
import { coverageRows, itemRows, type Recorded, recorded, subjectRows } from './recorded.ts';
import { componentSteps, type Story, storyOf } from './story.ts';
import { verdictRows } from './verdict.ts';

export interface PastDemo {
  /** Options of the simulated fleet. The generated past ends at its `start`. */
  readonly fleet: FleetOptions;
  readonly deployments: readonly ({ readonly slug: string; readonly plan: DemoPlan } & VerdictRules)[];
  readonly pollMilliseconds: number;
  readonly version: string;
}

const minute = 60_000;
const grace = 10_000;

/** Milliseconds between the polls of two endpoints of a deployment. */
const pollOffset = 200;

/** Milliseconds between two polls of a sliced list (observe/watches/list-watch.ts). */
const slicePause = 15 * minute;

const batchSize = 4_000;

const resources: readonly Resource[] = ['status', 'region', 'node', 'bucket', 'asset', 'application', 'event'];

/** Counts the rows of a list that can be read region by region; 0 for other lists. */
function countOf(resource: Resource, { nodes, buckets, assets }: DemoFleet): number {
  if (resource === 'node') return nodes.length;
  if (resource === 'bucket') return buckets.length;
  return resource === 'asset' ? assets.length : 0;
}

function isSliced(path: EndpointPath, fleet: DemoFleet): boolean {
  return countOf(endpointAt(path).resource, fleet) > maximumLimit;
}

function cadenceOf(path: EndpointPath, index: number, fleet: DemoFleet, poll: number): Cadence {
  const { resource } = endpointAt(path);
  const lifetime = resource === 'status' ? poll : resource === 'region' ? 5 * minute : minute;
  const period = isSliced(path, fleet) ? slicePause : lifetime;
  return {
    path,
    period,
    validMilliseconds: period + grace,
    took: 6 + 9 * index,
    ahead: pollOffset * (index + 1),
  };
}

function* statusRows(
  status: Recorded,
  region: string,
  parts: readonly (readonly [name: string, steps: readonly Step<string>[]])[],
): Generator<Row> {
  const { slug, path, polls, seqAt } = status;
  const { version } = endpointAt(path);
  const head = writeStatusHead({ version, region, components: parts.map(([name]) => name) });
  yield* itemRows(status, '', [{ at: polls.first, value: head }], headOccurrence);
  const wordAt = (steps: readonly Step<string>[], time: number) =>
    steps.findLast(({ at }) => at <= time)?.value ?? statusWords.operational;
  const moments = [...new Set(parts.flatMap(([, steps]) => steps.map(({ at }) => at)))].toSorted(
    (a, b) => a - b,
  );
  const overall = moments.map((at) => ({
    at,
    value: worstStatus(parts.map(([, steps]) => wordAt(steps, at))),
  }));
  yield* subjectRows(status, 'deployment', slug, overall);
  for (const [name, steps] of parts) yield* subjectRows(status, 'component', name, steps);
  // An unknown status word is recorded as a change once, at its first appearance.
  const unlisted = parts.flatMap(([name, steps]) =>
    seenSteps(polls, steps)
      .filter(({ value }) => value === unlistedWord)
      .map(({ at }) => ({ at, name })),
  )[0];
  if (!unlisted) return;
  const { at, name: key } = unlisted;
  const what = {
    type: 'word',
    kind: 'component',
    key,
    occurrence: 1,
    before: null,
    after: unlistedWord,
  } as const;
  const notBefore = polls.notBefore(at);
  const blind = polls.isAfterOutage(at);
  yield { table: 'change', deployment: slug, seq: seqAt(at), n: 1, at, notBefore, ...what, blind };
}

function* listRows(list: Recorded, fleet: DemoFleet, story: Story): Generator<Row> {
  const { resource, parameters } = endpointAt(list.path);
  const isComplete = countOf(resource, fleet) <= maximumLimit;
  const claim = isComplete ? 'exact' : parameters.includes('region') ? 'known-regions' : 'at-least';
  yield { table: 'claim', endpoint: list.id, at: list.polls.first, claim };
  if (resource === 'region') yield* regionList(list, fleet, story);
  if (resource === 'node') yield* nodeList(list, fleet, story);
  if (resource === 'bucket') yield* bucketList(list, fleet);
  if (resource === 'asset') yield* assetList(list, fleet);
  if (resource === 'application') yield* applicationList(list, fleet);
  if (resource === 'event') yield* eventList(list, fleet);
}

function* deploymentRows(
  { slug, plan, ...rules }: PastDemo['deployments'][number],
  {
    fleet,
    story,
    times,
    ids,
    poll,
    run,
  }: {
    readonly fleet: DemoFleet;
    readonly story: Story;
    readonly times: PastTimes;
    readonly ids: Ids;
    readonly poll: number;
    readonly run: number;
  },
): Generator<Row> {
  const paths = resources
    .filter((resource) => !fleet.left.has(resource))
    .flatMap((resource) => pathsOf(resource).find((path) => plan.offered.includes(path)) ?? []);
  const all = paths.map((path, index) => new PollTimes(cadenceOf(path, index, fleet, poll), times));
  const before = ids.pollIds(all.reduce((sum, polls) => sum + polls.until(times.end), 0));
  const seqAt = (look: number) => all.reduce((sum, looks) => sum + looks.until(look), before);
  const endpoints = all.map((looks) => {
    const { path } = looks.cadence;
    return recorded({ slug, path, id: ids.next('endpoint'), polls: looks, times, ids, seqAt });
  });
  const components = plan.components.map(
    (name) => [name, componentSteps(story, plan, name, times.end)] as const,
  );
  for (const { id, path } of endpoints) yield { table: 'endpoint', id, deployment: slug, path };
  for (const endpoint of endpoints) {
    yield* coverageRows(endpoint, run);
    if (endpointAt(endpoint.path).resource === 'status') yield* statusRows(endpoint, plan.city, components);
    else yield* listRows(endpoint, fleet, story);
  }
  yield* verdictRows(endpoints, rules, new Map(components), fleet, story);
  yield* demoNotes({ slug, components: plan.components }, times.end, ids);
}

function* allRows(
  { fleet: options, deployments, pollMilliseconds: poll, version }: PastDemo,
  ids: Ids,
): Generator<Row> {
  const times = pastTimes(options.start);
  const fleet = demoFleet(options);
  const story = storyOf(options.seed, times.end, fleet.nodes);
  const run = { table: 'run', version } as const;
  // A host polls all endpoints within some seconds after its start.
  const before = 5_000;
  // The recorded end of a killed run is its last poll.
  const killed = {
    startedAt: times.from - before,
    endedAt: times.killedAt - pollOffset,
    endedHow: 'killed',
  } as const;
  const stopped = { startedAt: times.backAt - before, endedAt: times.end, endedHow: 'stopped' } as const;
  yield { ...run, id: ids.next('run'), ...killed };
  const last = ids.next('run');
  yield { ...run, id: last, ...stopped };
  for (const deployment of deployments)
    yield* deploymentRows(deployment, { fleet, story, times, ids, poll, run: last });
}

/**
 * Generates all rows of the demo's past, in batches of one transaction each. A row comes after the rows that
 * it refers to.
 * @param ids - allocates ids that the file does not use yet.
 */
export function* demoPast(demo: PastDemo, ids: Ids = new Ids()): Generator<readonly Row[]> {
  let batch: Row[] = [];
  for (const row of allRows(demo, ids)) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
