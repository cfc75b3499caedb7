import { type Availability, availabilityOf, type Feed } from '#domain/answer/answer.ts';

export type EndpointState =
  | 'waiting'
  | 'readable'
  | 'not-offered'
  | 'no-longer-offered'
  | 'refused'
  | 'no-contact';

/**
 * Returns the state of an endpoint. After a single failed refresh it is still readable; at the second failure
 * in a row, contact is lost.
 * @param goneSince - when an earlier visit last saw an endpoint that is now absent, epoch milliseconds;
 * `null` if no visit saw it.
 */
export function stateOf(feed: Feed<unknown>, goneSince: number | null = null): EndpointState {
  const states: Readonly<Record<Availability, EndpointState>> = {
    waiting: 'waiting',
    offered: 'readable',
    'not-offered': goneSince === null ? 'not-offered' : 'no-longer-offered',
    'no-longer-offered': 'no-longer-offered',
    refused: 'refused',
    failing: feed.answer && (feed.failure?.run ?? 0) < 2 ? 'readable' : 'no-contact',
  };
  return states[availabilityOf(feed)];
}

const orderedStates: readonly (readonly [state: EndpointState, words: string])[] = [
  ['readable', 'readable'],
  ['no-contact', 'without contact'],
  ['refused', 'refused'],
  ['no-longer-offered', 'no longer offered'],
  ['not-offered', 'not offered by this deployment'],
  ['waiting', 'not requested yet'],
];

export interface StateCount {
  readonly state: EndpointState;
  readonly count: number;
  readonly words: string;
}

/** Counts the endpoints per state. `readable` comes first, even if zero; other states only if not zero. */
export function countStates(states: readonly EndpointState[]): readonly StateCount[] {
  return orderedStates
    .map(([state, words]) => ({ state, words, count: states.filter((each) => each === state).length }))
    .filter(({ state, count }) => state === 'readable' || count > 0);
}
