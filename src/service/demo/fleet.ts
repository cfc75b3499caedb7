/** Makes the rows of the demo fleet. Equal seed, scale and start give equal rows: no clock is read. */

import { observedComponents } from '#contract/resources.ts';
import { statusWords } from '../choices.ts';
import { type City, cities } from './cities.ts';
import { applicationName, assetKinds, bucketName, eventName, eventNameCount } from './names.ts';
import { createRandom, type Random } from './random.ts';
import { countAt, makeRhythm, type Rhythm } from './rhythm.ts';

export interface FleetOptions {
  readonly seed: number;
  readonly scale: number;
  /** Start of the demo in epoch milliseconds. Every row was created before it. */
  readonly start: number;
}

export const fleetSize = { nodes: 900, buckets: 4_000, assets: 6_000, applications: 60 } as const;

const day = 86_400_000;
const oldest = (3 * 365 - 1) * day;

export interface RegionRow {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly country: string;
  readonly status: string;
}

export interface NodeRow {
  readonly id: string;
  readonly created_at: number;
  readonly pop: string;
  readonly status: string;
  readonly capacity: string;
}

export interface BucketRow {
  readonly id: string;
  readonly created_at: number;
  readonly name: string;
  readonly region: string;
  readonly objects: number;
  readonly bytes: number;
}

export interface AssetRow {
  readonly id: string;
  readonly created_at: number;
  readonly path: string;
  readonly bytes: number;
  readonly cache_status: string;
  readonly region: string;
}

export interface ApplicationRow {
  readonly id: string;
  readonly created_at: number;
  readonly name: string;
  /** Array of the scopes as JSON. */
  readonly scopes: string;
  readonly last_used_at: number;
}

export interface EventRow {
  readonly id: string;
  readonly created_at: number;
  readonly name: string;
  readonly count: number;
  readonly source: string;
  readonly rhythm: Rhythm;
}

export interface ComponentRow {
  readonly name: string;
  readonly position: number;
  readonly status: string;
}

export function makeRegions(): readonly RegionRow[] {
  return cities.map(({ code, name, zone, country }) => ({
    code,
    name,
    zone,
    country,
    status: statusWords.operational,
  }));
}

export function makeComponents(): readonly ComponentRow[] {
  return observedComponents.map((name, position) => ({ name, position, status: statusWords.operational }));
}

/**
 * Returns a random creation time in epoch milliseconds. It is counted back from midnight, so a demo restarted
 * on the same day has the same rows.
 */
function madeBefore(random: Random, start: number): number {
  return Math.floor(start / day) * day - 1 - Math.floor(random.next() * oldest);
}

function capacityOf(city: City, random: Random): string {
  if (city.weight === 3) return random.pick(['40G', '100G', '100G', '100G', '200G', '200G', '400G']);
  if (city.weight === 2) return random.pick(['25G', '40G', '40G', '100G', '100G', '200G']);
  return random.pick(['10G', '10G', '25G', '25G', '40G', '100G']);
}

const totalWeight = cities.reduce((sum, city) => sum + city.weight, 0);

export function makeNodes({ seed, start }: FleetOptions): readonly NodeRow[] {
  const random = createRandom(seed, 'nodes');
  return cities.flatMap((city) => {
    const fair = (fleetSize.nodes * city.weight) / totalWeight;
    const count = Math.round(fair * (0.85 + 0.3 * random.next()));
    return Array.from({ length: count }, () => ({
      id: random.id('nod'),
      created_at: madeBefore(random, start),
      pop: city.code,
      status: statusWords.operational,
      capacity: capacityOf(city, random),
    }));
  });
}

const weightedCities = cities.flatMap((city) => Array<City>(city.weight).fill(city));

function anyRegion(random: Random): string {
  const city = weightedCities[Math.floor(random.next() * weightedCities.length)];
  if (!city) throw new Error('The table of cities is empty.');
  return city.code;
}

/** Maximum size of a new bucket in bytes. All sizes stay well below 2^53 however long the demo runs. */
const largestBucket = 2e15;

export function makeBucket(random: Random, createdAt: number): BucketRow {
  const empty = random.chance(0.02);
  const bytes = Math.min(largestBucket, Math.round(random.logNormal(20e9, 2.8)));
  const objects = Math.max(1, Math.round(bytes / random.logNormal(700e3, 1.5)));
  return {
    id: random.id('bkt'),
    created_at: createdAt,
    name: bucketName(random),
    region: anyRegion(random),
    objects: empty ? 0 : objects,
    bytes: empty ? 0 : bytes,
  };
}

/** Returns a cache status at random: mostly one of the two documented words, rarely an undocumented one. */
export function cacheStatus(random: Random): string {
  const share = random.next();
  if (share < 0.86) return 'HIT';
  if (share < 0.985) return 'REVALIDATED';
  return share < 0.995 ? 'MISS' : 'EXPIRED';
}

export function makeAsset(random: Random, createdAt: number): AssetRow {
  const kind = random.pick(assetKinds);
  return {
    id: random.id('ast'),
    created_at: createdAt,
    path: kind.path(random),
    bytes: Math.max(40, Math.round(random.logNormal(kind.median, kind.spread))),
    cache_status: cacheStatus(random),
    region: anyRegion(random),
  };
}

const scopeSets = [['read'], ['read'], ['read', 'write'], ['events'], ['events', 'read'], ['write']] as const;

function idleTime(random: Random): number {
  const share = random.next();
  if (share < 0.55) return random.next() * day;
  if (share < 0.72) return random.next() * 7 * day;
  if (share < 0.86) return (7 + random.next() * 83) * day;
  return (90 + random.next() * 400) * day;
}

function makeApplication(random: Random, position: number, start: number): ApplicationRow {
  const idle = Math.floor(idleTime(random));
  const scopes = random.chance(0.12) ? ['events', 'read', 'write'] : random.pick(scopeSets);
  return {
    id: random.id('app'),
    created_at: madeBefore(random, Math.floor(start / day) * day - idle),
    name: applicationName(position),
    scopes: JSON.stringify(scopes),
    last_used_at: start - 1 - idle,
  };
}

function* rows<T>(count: number, make: (position: number) => T): Generator<T> {
  for (let position = 0; position < count; position += 1) yield make(position);
}

function scaled(count: number, scale: number): number {
  return Math.max(1, Math.round(count * scale));
}

export function makeBuckets({ seed, scale, start }: FleetOptions): Iterable<BucketRow> {
  const random = createRandom(seed, 'buckets');
  return rows(scaled(fleetSize.buckets, scale), () => makeBucket(random, madeBefore(random, start)));
}

export function makeAssets({ seed, scale, start }: FleetOptions): Iterable<AssetRow> {
  const random = createRandom(seed, 'assets');
  return rows(scaled(fleetSize.assets, scale), () => makeAsset(random, madeBefore(random, start)));
}

export function makeApplications({ seed, scale, start }: FleetOptions): Iterable<ApplicationRow> {
  const random = createRandom(seed, 'applications');
  return rows(scaled(fleetSize.applications, scale), (position) => makeApplication(random, position, start));
}

export function makeEvents({ seed, scale, start }: FleetOptions): Iterable<EventRow> {
  const random = createRandom(seed, 'events');
  return rows(scaled(eventNameCount, scale), (position) => {
    const [id, createdAt] = [random.id('evt'), madeBefore(random, start)];
    const rhythm = makeRhythm(random, createdAt);
    return {
      id,
      created_at: createdAt,
      ...eventName(position),
      count: countAt(rhythm, start),
      rhythm,
    };
  });
}
