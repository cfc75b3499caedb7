import { useApplications } from '#app/queries/resources/applications.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { useCompleteLists } from '#app/queries/wanted-lists.ts';
import type { Deployment } from '#contract/host.ts';
import type {
  Application,
  Bucket,
  EventType,
  ListResource,
  Node,
  Region,
  StatusDocument,
} from '#contract/resources.ts';
import type { SubjectsThen, SubjectThen } from '#domain/history/past/against/differences.ts';
import { exact } from '#domain/lists/claim.ts';
import type { ChangedSubject } from '#domain/memory/changes.ts';
import { identify } from '#domain/verdict/verdict.ts';
import { type ListThen, useKnown, useListThen } from './use-list-then.ts';

type Seen = readonly [id: string | null, subject: SubjectThen];

const shown = (name: string | null, id: string | null) => name ?? id ?? '';

const regionSeen = ({ code, name, zone, status }: Region): Seen => [
  code,
  { name: shown(name, code), title: name, word: status, region: zone },
];
const nodeSeen = ({ id, pop, status, capacity }: Node): Seen => [
  id,
  { name: shown(null, id), word: status, region: pop, capacity },
];
const bucketSeen = ({ id, name, region }: Bucket): Seen => [
  id,
  { name: shown(name, id), title: name, word: null, region },
];
const applicationSeen = ({ id, name, scopes }: Application): Seen => [
  id,
  { name: shown(name, id), title: name, word: null, scopes: scopes && scopes.toSorted().join(', ') },
];
const eventSeen = ({ id, name, source }: EventType): Seen => [
  id,
  { name: shown(name, id), title: name, word: null, region: source },
];

function componentsOf({ components }: StatusDocument): Omit<SubjectsThen, 'known'> {
  const named = identify(components, ({ name }) => name ?? '');
  return {
    subjects: new Map(named.map(({ id, item }) => [id, { name: item.name ?? '', word: item.status }])),
    isWhole: components.every(({ name }) => name !== null),
  };
}

/** The status document as one subject, with its own status. */
function overallOf({ status }: StatusDocument): Omit<SubjectsThen, 'known'> {
  return { subjects: new Map([['status', { name: 'Overall status', word: status }]]), isWhole: true };
}

function useDocument(deployment: Deployment): Readonly<Record<'status' | 'component', ListThen>> {
  const source = useStatus(deployment);
  const known = useKnown(source.feed);
  const document = source.feed.answer?.value;
  const common = { source, known, capacity: undefined };
  const count = document && {
    value: document.components.length,
    claim: exact,
    regions: [],
    isObserved: known !== 'none',
  };
  return {
    status: { ...common, seen: document && { ...overallOf(document), known }, count: undefined },
    component: { ...common, seen: document && { ...componentsOf(document), known }, count },
  };
}

const completed: readonly ListResource[] = ['region', 'node', 'bucket', 'application', 'event'];

/** A kind of subject whose lists are compared. */
export type ComparedKind = Exclude<ChangedSubject, 'endpoint'>;

/** Reads all lists of a deployment at one moment, or now. */
export function useListsThen(deployment: Deployment): Readonly<Record<ComparedKind, ListThen>> {
  useCompleteLists(deployment, completed);
  return {
    ...useDocument(deployment),
    region: useListThen(useRegions(deployment), regionSeen),
    node: useListThen(useNodes(deployment), nodeSeen),
    bucket: useListThen(useBuckets(deployment), bucketSeen),
    application: useListThen(useApplications(deployment), applicationSeen),
    event: useListThen(useEvents(deployment), eventSeen),
  };
}
