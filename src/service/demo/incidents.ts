/**
 * Scripted incidents: computes the state of the demo fleet at a given second. Pure, so a late or skipped step
 * of the simulator still reaches the right state.
 */

import { statusWords, worstStatus } from '../choices.ts';

const { maintenance, degraded, partialOutage, majorOutage, operational } = statusWords;

export const unlistedWord = 'recalibrating';

/** Seconds after which the script repeats, with other victims. */
export const loopSeconds = 600;

/** State of the fleet: everything that differs from `operational`. */
export interface Picture {
  readonly components: ReadonlyMap<string, string>;
  /** Status word by region code. */
  readonly regions: ReadonlyMap<string, string>;
  /** Status word by node id. */
  readonly nodes: ReadonlyMap<string, string>;
  /** Ids of nodes missing from the list. */
  readonly gone: ReadonlySet<string>;
}

/** Ids of all nodes, by region code. */
export type NodesByRegion = ReadonlyMap<string, readonly string[]>;

interface Slot<T> {
  /** Start and end in seconds within the loop; the second `until` is excluded. */
  readonly from: number;
  readonly until: number;
  readonly victims: readonly T[];
}

/**
 * An incident of one component. Each lasts longer than 60 s, so lists with a lifetime of 60 s are read at
 * least once during it.
 */
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

const recalibratedNodes: Slot<string> = { from: 380, until: 455, victims: ['dub1', 'tor1', 'osl1', 'scl1'] };

const vanishingNode: Slot<string> = { from: 145, until: 225, victims: ['mil1', 'sea1', 'waw1', 'hkg1'] };

interface RegionalIncident {
  readonly region: string;
  readonly word: string;
  readonly nodes: readonly string[];
  readonly components: Readonly<Record<string, string>>;
}

/** The incident of one region. Longer than the 300 s lifetime of region lists, so every viewer sees it. */
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
