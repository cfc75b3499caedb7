/**
 * Defines the outages, maintenance and other changes of the demo fleet in the week before the demo. All
 * deployments share them.
 */

import { statusWords } from '#service/choices.ts';
import type { NodeRow, RegionRow } from '#service/demo/fleet.ts';
import { unlistedWord } from '#service/demo/incidents.ts';
import type { DemoPlan } from '#service/demo/plans.ts';
import { createRandom } from '#service/demo/random.ts';
import { onDay, type Step } from './poll-times.ts';

const { operational, maintenance, degraded, partialOutage, majorOutage } = statusWords;
const minute = 60_000;

/** Status words over an episode, each with the minute of the episode at which it begins. */
type Course = readonly (readonly [minutes: number, word: string])[];

interface Episode {
  /** Days before the end of the past, or the last night that is over. */
  readonly day: number | 'night';
  /** Time of day (UTC). */
  readonly hours: number;
  readonly minutes: number;
  readonly components: Readonly<Record<string, Course>>;
  readonly region?: {
    readonly code: string;
    readonly course: Course;
    /** Status words of the region's nodes, assigned in rotation. */
    readonly nodes: readonly string[];
    /**
     * Minute of the episode at which the nodes leave `operational`. `nodesUntil` is the minute at which they
     * return to it.
     */
    readonly nodesFrom: number;
    readonly nodesUntil: number;
  };
}

const episodes: readonly Episode[] = [
  // A status word that the configuration does not know.
  {
    day: 6,
    hours: 20,
    minutes: 15,
    components: {
      Cache: [
        [0, unlistedWord],
        [14, operational],
      ],
    },
  },
  // A release that was rolled back.
  {
    day: 5,
    hours: 14,
    minutes: 8,
    components: {
      'Query Engine': [
        [0, degraded],
        [12, partialOutage],
        [38, degraded],
        [55, operational],
      ],
      API: [
        [6, degraded],
        [44, operational],
      ],
      Cache: [
        [9, degraded],
        [30, operational],
      ],
    },
  },
  // Announced maintenance at night.
  {
    day: 4,
    hours: 1,
    minutes: 0,
    components: {
      Lifecycle: [
        [0, maintenance],
        [115, operational],
      ],
      'Control API': [
        [0, maintenance],
        [125, operational],
      ],
      Telemetry: [
        [20, maintenance],
        [95, operational],
      ],
    },
    region: {
      code: 'cph1',
      course: [
        [10, maintenance],
        [100, operational],
      ],
      nodes: [maintenance],
      nodesFrom: 10,
      nodesUntil: 98,
    },
  },
  // A cut cable.
  {
    day: 2,
    hours: 9,
    minutes: 37,
    components: {
      'Edge Network': [
        [0, majorOutage],
        [9, partialOutage],
        [31, degraded],
        [47, operational],
      ],
      Storage: [
        [3, degraded],
        [26, operational],
      ],
      Webhooks: [
        [2, degraded],
        [33, operational],
      ],
    },
    region: {
      code: 'mil1',
      course: [
        [0, majorOutage],
        [12, partialOutage],
        [46, operational],
      ],
      nodes: [majorOutage, majorOutage, degraded],
      nodesFrom: 1,
      nodesUntil: 41,
    },
  },
  // The night of the person on call: a certificate that nobody had renewed.
  {
    day: 'night',
    hours: 1,
    minutes: 18,
    components: {
      Authentication: [
        [0, degraded],
        [7, partialOutage],
        [41, degraded],
        [52, operational],
      ],
      API: [
        [4, degraded],
        [46, operational],
      ],
      'Origin Shield': [
        [9, degraded],
        [43, operational],
      ],
    },
  },
];

/** Hour (UTC) at which the night shift ends (domain/history/named-ranges.ts). */
const nightEnd = 6;

/**
 * Computes a time of day (UTC) in the morning of the last night that is over, in epoch milliseconds.
 * @param end - end of the past, epoch milliseconds.
 */
export function inLastNight(end: number, hours: number, minutes: number): number {
  const isOver = onDay(end, 0, nightEnd, 0) <= end;
  return onDay(end, isOver ? 0 : 1, hours, minutes);
}

function beginOf({ day, hours, minutes }: Episode, end: number): number {
  return day === 'night' ? inLastNight(end, hours, minutes) : onDay(end, day, hours, minutes);
}

export const addedRegion = 'doh1';

export const vanishedFrom = 'waw1';
/** Region of the node that was away for a part of the last night. */
const awayFrom = 'vie1';

export interface Story {
  /**
   * Changes of status words by component name; each component begins as `operational`. `regions` has them by
   * code, `nodes` by id.
   */
  readonly components: ReadonlyMap<string, readonly Step<string>[]>;
  readonly regions: ReadonlyMap<string, readonly Step<string>[]>;
  readonly nodes: ReadonlyMap<string, readonly Step<string>[]>;
  readonly regionAddedAt: number;
  readonly vanished: { readonly node: NodeRow; readonly at: number };
  readonly moved: { readonly id: string; readonly from: string; readonly at: number };
  /** A node that was not listed from `at` until `backAt`. */
  readonly away: { readonly id: string; readonly at: number; readonly backAt: number };
  readonly enlarged: readonly { readonly id: string; readonly from: string; readonly at: number }[];
}

function stepsOf(course: Course, begin: number): readonly Step<string>[] {
  return course.map(([minutes, value]) => ({ at: begin + minutes * minute, value }));
}

function nodeOf(nodes: readonly NodeRow[], pop: string): NodeRow {
  const node = nodes.find((each) => each.pop === pop);
  if (!node) throw new Error(`The demo has no node in ${pop}.`);
  return node;
}

/**
 * Computes the times of all episodes and changes.
 * @param end - start of the demo, epoch milliseconds: all episodes end before it.
 */
export function storyOf(seed: number, end: number, nodes: readonly NodeRow[]): Story {
  const components = new Map<string, Step<string>[]>();
  const regions = new Map<string, readonly Step<string>[]>();
  const nodeSteps = new Map<string, readonly Step<string>[]>();
  for (const episode of episodes) {
    const begin = beginOf(episode, end);
    for (const [name, course] of Object.entries(episode.components))
      components.set(name, [...(components.get(name) ?? []), ...stepsOf(course, begin)]);
    const { region } = episode;
    if (!region) continue;
    regions.set(region.code, stepsOf(region.course, begin));
    nodes
      .filter(({ pop }) => pop === region.code)
      .forEach(({ id }, position) => {
        const word = region.nodes[position % region.nodes.length] ?? operational;
        nodeSteps.set(
          id,
          stepsOf(
            [
              [region.nodesFrom, word],
              [region.nodesUntil, operational],
            ],
            begin,
          ),
        );
      });
  }
  const template = nodeOf(nodes, vanishedFrom);
  const enlarged = nodes.find(({ capacity, pop }) => capacity === '200G' && pop === 'fra1');
  // The oldest nodes, because newer ones may not have existed in the night.
  const away = nodes.findLast(({ pop }) => pop === awayFrom) ?? nodeOf(nodes, awayFrom);
  const atNight = nodes.findLast(({ capacity, id }) => capacity === '400G' && id !== away.id);
  return {
    components,
    regions,
    nodes: nodeSteps,
    regionAddedAt: onDay(end, 3, 10, 20),
    vanished: {
      node: { ...template, id: createRandom(seed, 'vanished').id('nod'), capacity: '40G' },
      at: onDay(end, 1, 16, 41),
    },
    moved: { id: nodeOf(nodes, 'ams1').id, from: 'bru1', at: onDay(end, 4, 13, 25) },
    away: {
      id: away.id,
      at: inLastNight(end, 2, 47),
      backAt: inLastNight(end, 4, 5),
    },
    enlarged: [
      { id: (enlarged ?? nodeOf(nodes, 'fra1')).id, from: '100G', at: onDay(end, 2, 15, 5) },
      ...(atNight ? [{ id: atNight.id, from: '200G', at: inLastNight(end, 5, 12) }] : []),
    ],
  };
}

export function componentSteps(
  story: Story,
  plan: DemoPlan,
  name: string,
  end: number,
): readonly Step<string>[] {
  const ongoing = plan.ongoing.filter((each) => each.name === name);
  return [
    { at: Number.NEGATIVE_INFINITY, value: operational },
    ...(story.components.get(name) ?? []),
    ...ongoing.map(({ word, minutes }) => ({ at: end - minutes * minute, value: word })),
  ];
}

export function regionSince(story: Story, { code }: Pick<RegionRow, 'code'>): number {
  return code === addedRegion ? story.regionAddedAt : Number.NEGATIVE_INFINITY;
}

export function nodeSince(story: Story, { pop, created_at: createdAt }: NodeRow): number {
  return Math.max(createdAt, regionSince(story, { code: pop }));
}
