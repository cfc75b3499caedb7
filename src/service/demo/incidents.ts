/**
 * Scripted incidents: what is wrong with the demo fleet at a given second. Pure, so that a late or
 * skipped step of the simulator still arrives at the right picture.
 */

import { statusWords, worstStatus } from '../choices.ts';

const { maintenance, degraded, partialOutage, majorOutage, operational } = statusWords;

/** A word that no table of status words holds. */
export const unlistedWord = 'recalibrating';

/** The script starts anew after this many seconds, with other victims. */
export const loopSeconds = 600;

/** What departs from `operational`. */
export interface Picture {
  readonly components: ReadonlyMap<string, string>;
  /** By region code. */
  readonly regions: ReadonlyMap<string, string>;
  /** By node id. */
  readonly nodes: ReadonlyMap<string, string>;
  /** Ids of nodes that are not listed. */
  readonly gone: ReadonlySet<string>;
}

/** Ids of each region's nodes, by region code. */
export type NodesByRegion = ReadonlyMap<string, readonly string[]>;

interface Slot<T> {
  /** Seconds of the loop, `until` excluded. */
  readonly from: number;
  readonly until: number;
  /** One for each loop, in turn. */
  readonly victims: readonly T[];
}

/** Long enough that lists with a lifetime of 60 s are read at least once meanwhile. */
interface ComponentSlot extends Slot<string> {
  readonly word: string;
}

const componentSlots: readonly ComponentSlot[] = [
  { from: 65, until: 135, word: degraded, victims: ['Query Engine', 'Routing', 'Usage Reporting', 'Ingest'] },
  {
    from: 230,
    until: 300,
    word: partialOutage,
    victims: ['Webhooks', 'Replication', 'Origin Shield', 'API'],
  },
  {
    from: 305,
    until: 375,
    word: maintenance,
    victims: ['Lifecycle', 'Control API', 'Telemetry', 'Export'],
  },
  {
    from: 380,
    until: 455,
    word: unlistedWord,
    victims: ['Cache', 'Authentication', 'Object Store', 'Telemetry'],
  },
  {
    from: 460,
    until: 530,
    word: majorOutage,
    victims: ['Export', 'Cache', 'Webhooks', 'Query Engine'],
  },
];

/** A few nodes are recalibrated together with the component of that slot. */
const recalibratedNodes: Slot<string> = { from: 380, until: 455, victims: ['dub1', 'tor1', 'osl1', 'scl1'] };

const vanishingNode: Slot<string> = { from: 145, until: 225, victims: ['mil1', 'sea1', 'waw1', 'hkg1'] };

interface RegionalIncident {
  readonly region: string;
  readonly word: string;
  /** Words of the region's nodes, dealt out in turn. */
  readonly nodes: readonly string[];
  readonly components: Readonly<Record<string, string>>;
}

/** Longer than the 300 s for which region lists may be kept: whoever watches sees it. */
const regionalSlot: Slot<RegionalIncident> = {
  from: 110,
  until: 440,
  victims: [
    {
      region: 'mrs1',
      word: partialOutage,
      nodes: [majorOutage, degraded, operational],
      components: { 'Edge Network': degraded, Storage: degraded },
    },
    {
      region: 'cph1',
      word: maintenance,
      nodes: [maintenance],
      components: { 'Edge Nodes': maintenance },
    },
    {
      region: 'syd1',
      word: majorOutage,
      nodes: [majorOutage],
      components: { 'Edge Network': partialOutage, Storage: degraded },
    },
    {
      region: 'dal1',
      word: degraded,
      nodes: [degraded, operational],
      components: { 'Edge Nodes': degraded },
    },
  ],
};

function victimAt<T>(slot: Slot<T>, seconds: number): T | undefined {
  const second = seconds % loopSeconds;
  if (second < slot.from || second >= slot.until) return undefined;
  return slot.victims[Math.floor(seconds / loopSeconds) % slot.victims.length];
}

/** What is wrong `seconds` after the fleet started; nothing before that. */
export function pictureAt(seconds: number, nodesByRegion: NodesByRegion): Picture {
  const components = new Map<string, string>();
  const regions = new Map<string, string>();
  const nodes = new Map<string, string>();
  const gone = new Set<string>();
  const touch = (name: string, word: string): void => {
    const known = components.get(name);
    components.set(name, known === undefined ? word : worstStatus([known, word]));
  };
  for (const slot of componentSlots) {
    const victim = victimAt(slot, seconds);
    if (victim !== undefined) touch(victim, slot.word);
  }
  const regional = victimAt(regionalSlot, seconds);
  if (regional) {
    regions.set(regional.region, regional.word);
    for (const [name, word] of Object.entries(regional.components)) touch(name, word);
    (nodesByRegion.get(regional.region) ?? []).forEach((id, position) => {
      const word = regional.nodes[position % regional.nodes.length];
      if (word !== undefined && word !== operational) nodes.set(id, word);
    });
  }
  const recalibrated = victimAt(recalibratedNodes, seconds);
  for (const id of nodesByRegion.get(recalibrated ?? '')?.slice(0, 3) ?? []) nodes.set(id, unlistedWord);
  const vanishing = victimAt(vanishingNode, seconds);
  const missing = nodesByRegion.get(vanishing ?? '')?.[0];
  if (missing !== undefined) gone.add(missing);
  return { components, regions, nodes, gone };
}
