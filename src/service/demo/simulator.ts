/** Changes the demo fleet over time: one small transaction every few seconds of its clock. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { statusWords } from '../choices.ts';
import type { SqlStatements } from '../sql/database.ts';
import { columnsOf, insertRows, type Store, tables } from '../store.ts';
import {
  cacheStatus,
  type FleetOptions,
  fleetSize,
  makeAsset,
  makeBucket,
  makeEvents,
  makeNodes,
  type NodeRow,
} from './fleet.ts';
import { type Picture, pictureAt } from './incidents.ts';
import { valuesOf } from './load.ts';
import { createRandom, type Random } from './random.ts';
import { activityUntil, countAt, growthOf, type Rhythm } from './rhythm.ts';

/** Milliseconds between two steps, by the fleet's clock. */
export const stepMilliseconds = 3_000;

/**
 * Maximum number of missed steps to catch up. After a longer sleep they are skipped: catching up would block
 * the requests of viewers.
 */
const mostMissedSteps = 400;

/** Number of rows changed per step, so that a step takes a few milliseconds at most. */
const rowsPerStep = { buckets: 24, assets: 12, applications: 3, events: 20 } as const;
const stepsPerNewBucket = 5;
const stepsPerNewAsset = 2;

/**
 * Maximum number of additional rows. Beyond it each new row replaces an old one, because the demo may run for
 * weeks.
 */
const mostAdded = { bucket: fleetSize.buckets / 10, asset: fleetSize.assets / 10 } as const;

const activeWithin = 30 * 86_400_000;

export interface Simulator {
  /**
   * Takes all steps due at `now` (epoch milliseconds), one transaction each. Does nothing if the clock stops
   * or goes back.
   */
  advance(now: number): Promise<void>;
  /** Takes no further step. Resolves after the current step. */
  stop(): Promise<void>;
}

interface Step {
  readonly statements: SqlStatements;
  readonly random: Random;
  /** Time of the step in epoch milliseconds. */
  readonly at: number;
}

/** Selects the rows that follow a random id: a different few each time, at the cost of one index lookup. */
function someRows(step: Step, table: string, prefix: string, count: number, columns = 'id') {
  return step.statements.all(`select ${columns} from ${table} where id >= ? order by id limit ?`, [
    step.random.id(prefix),
    count,
  ]);
}

/** Size in bytes at which a bucket stops growing. Sums stay below 2^53 for months. */
const fullBucket = 4e15;

const touchesPerDay = ((86_400_000 / stepMilliseconds) * rowsPerStep.buckets) / fleetSize.buckets;

async function growBuckets(step: Step): Promise<void> {
  const perDay = (activityUntil(step.at) - activityUntil(step.at - 60_000)) * 1_440;
  for (const { id, objects, bytes } of await someRows(
    step,
    'buckets',
    'bkt',
    rowsPerStep.buckets,
    'id, objects, bytes',
  )) {
    const share = (growthOf(String(id)) / touchesPerDay) * perDay * (0.5 + step.random.next());
    if (share === 0 || Number(bytes) > fullBucket) continue;
    const more = (of: unknown) => Math.max(1, Math.round(Number(of) * share));
    await step.statements.run('update buckets set objects = objects + ?, bytes = bytes + ? where id = ?', [
      more(objects),
      more(bytes),
      id ?? null,
    ]);
  }
}

async function recheckAssets(step: Step): Promise<void> {
  for (const { id } of await someRows(step, 'assets', 'ast', rowsPerStep.assets))
    await step.statements.run('update assets set cache_status = ? where id = ?', [
      cacheStatus(step.random),
      id ?? null,
    ]);
}

async function applyApplications(step: Step): Promise<void> {
  for (const { id } of await someRows(step, 'applications', 'app', rowsPerStep.applications))
    await step.statements.run('update applications set last_used_at = ? where id = ? and last_used_at > ?', [
      step.at,
      id ?? null,
      step.at - activeWithin,
    ]);
}

async function countEvents(step: Step, rhythms: ReadonlyMap<string, Rhythm>): Promise<void> {
  for (const { id } of await someRows(step, 'events', 'evt', rowsPerStep.events)) {
    const rhythm = rhythms.get(String(id));
    if (rhythm)
      await step.statements.run('update events set count = ? where id = ?', [
        countAt(rhythm, step.at),
        id ?? null,
      ]);
  }
}

async function writeDifferences(
  statements: SqlStatements,
  before: Picture,
  after: Picture,
  nodes: ReadonlyMap<string, NodeRow>,
): Promise<void> {
  const layers = [
    ['components', 'name', before.components, after.components],
    ['regions', 'code', before.regions, after.regions],
    ['nodes', 'id', before.nodes, after.nodes],
  ] as const;
  for (const id of before.gone) {
    const node = nodes.get(id);
    if (node && !after.gone.has(id))
      await insertRows(statements, tables.node, columnsOf('node'), [valuesOf('node', node)]);
  }
  for (const [table, key, old, wanted] of layers)
    for (const name of new Set([...old.keys(), ...wanted.keys()])) {
      const word = wanted.get(name) ?? statusWords.operational;
      if (word !== (old.get(name) ?? statusWords.operational))
        await statements.run(`update ${table} set status = ? where ${key} = ?`, [word, name]);
    }
  for (const id of after.gone)
    if (!before.gone.has(id)) await statements.run('delete from nodes where id = ?', [id]);
}

function inventoryText({ regions, nodes, gone }: Picture): string {
  return JSON.stringify([[...regions], [...nodes], [...gone]]);
}

function idsByRegion(nodes: readonly NodeRow[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, pop } of nodes) {
    const known = ids.get(pop);
    if (known) known.push(id);
    else ids.set(pop, [id]);
  }
  return ids;
}

class FleetSimulator implements Simulator {
  readonly #store: Store;
  readonly #options: FleetOptions;
  readonly #nodes: ReadonlyMap<string, NodeRow>;
  readonly #nodesByRegion: ReadonlyMap<string, readonly string[]>;
  readonly #rhythms: ReadonlyMap<string, Rhythm>;
  #picture: Picture;
  #steps = 0;
  readonly #added = { bucket: 0, asset: 0 };
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(store: Store, options: FleetOptions) {
    this.#store = store;
    this.#options = options;
    const nodes = makeNodes(options);
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.#nodesByRegion = idsByRegion(nodes);
    this.#rhythms = new Map(Array.from(makeEvents(options), ({ id, rhythm }) => [id, rhythm]));
    this.#picture = pictureAt(0, this.#nodesByRegion);
  }

  advance(now: number): Promise<void> {
    this.#running = this.#running.then(() => this.#catchUp(now));
    return this.#running;
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#running;
  }

  async #catchUp(now: number): Promise<void> {
    const due = Math.floor((now - this.#options.start) / stepMilliseconds);
    if (due - this.#steps > mostMissedSteps) this.#steps = due - 1;
    while (this.#steps < due && !this.#stopped) {
      this.#steps += 1;
      await this.#step(this.#steps);
      await nextTurn();
    }
  }

  async #step(number: number): Promise<void> {
    const { seed, start } = this.#options;
    const at = start + number * stepMilliseconds;
    const picture = pictureAt((at - start) / 1_000, this.#nodesByRegion);
    const changedLists =
      inventoryText(this.#picture) === inventoryText(picture) ? [] : (['region', 'node'] as const);
    await this.#store.change(
      ['bucket', 'asset', 'application', 'event', 'status', ...changedLists],
      async (statements) => {
        const step: Step = { statements, at, random: createRandom(seed, `step ${number}`) };
        await growBuckets(step);
        await recheckAssets(step);
        await applyApplications(step);
        await countEvents(step, this.#rhythms);
        if (number % stepsPerNewBucket === 0) await this.#add(step, 'bucket', makeBucket(step.random, at));
        if (number % stepsPerNewAsset === 0) await this.#add(step, 'asset', makeAsset(step.random, at));
        await writeDifferences(statements, this.#picture, picture, this.#nodes);
        await statements.run('update service_state set updated_at = ? where id = 1', [at]);
      },
    );
    this.#picture = picture;
  }

  async #add(step: Step, resource: 'bucket' | 'asset', row: object): Promise<void> {
    const table = tables[resource];
    await insertRows(step.statements, table, columnsOf(resource), [valuesOf(resource, row)]);
    if (this.#added[resource] < mostAdded[resource]) {
      this.#added[resource] += 1;
      return;
    }
    const [old] = await step.statements.all(`select id from ${table} order by created_at, id desc limit 1`);
    if (old) await step.statements.run(`delete from ${table} where id = ?`, [old['id'] ?? null]);
  }
}

export function createSimulator(store: Store, options: FleetOptions): Simulator {
  return new FleetSimulator(store, options);
}
