/** Vocabulary for the names of the demo fleet. */

import type { Random } from './random.ts';

type Words = readonly [string, ...string[]];

function words(text: string): Words {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  return [first, ...rest];
}

const teams = words(`
  media checkout catalog billing search mobile web partner growth support finance legal press fleet
  telemetry identity maps weather radio studio newsroom archive backup research payments ledger orders
  shipping warehouse pricing reviews loyalty booking tickets events sports music podcast video photo
  translation fonts games community forum chat mail calendar documents survey hiring training clinic
  imaging genomics sensor metering grid traffic`);

const contents = words(`
  logs assets uploads thumbnails originals exports invoices snapshots models datasets reports backups
  events images videos audio documents attachments receipts traces metrics sessions previews drafts
  renders builds packages sitemaps feeds replicas`);

const stages = words(`prod prod prod staging dev test eu us ap internal public cold hot tmp v2 v3 2024 2025
  primary secondary weekly daily hourly raw curated masked shared scratch`);

/**
 * Returns a random name of a bucket. Part 2 allows buckets of the same name. The vocabulary is small enough
 * that some occur.
 */
export function bucketName(random: Random): string {
  const name = `${random.pick(teams)}-${random.pick(contents)}`;
  return random.chance(0.92) ? `${name}-${random.pick(stages)}` : name;
}

const sections = words(`news shop help blog docs media live sport travel recipes catalog press careers`);
const subjects = words(`harbour lantern copper meadow violet summit paper river garden marble winter cotton
  amber cedar coral falcon ginger hazel indigo juniper maple nectar olive pepper saffron tulip walnut`);
const modules = words(`app vendor runtime player cart search checkout gallery editor charts consent login`);
const typefaces = words(`inter-latin plex-sans source-serif archivo-variable noto-sans-jp`);
const products = words(`desktop agent firmware cli plugin driver`);

function hex(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += random.integer(0, 0xffff).toString(16).padStart(4, '0');
  return text.slice(0, length);
}

export interface AssetKind {
  readonly path: (random: Random) => string;
  /** Median size in bytes, and standard deviation of the size's logarithm (`spread`). */
  readonly median: number;
  readonly spread: number;
}

const image: AssetKind = {
  path: (random) =>
    `/images/${random.pick(sections)}/${random.pick(subjects)}-${random.pick(subjects)}-${random.pick(['320', '640', '1280', '2560'])}w.${random.pick(['webp', 'avif', 'jpg'])}`,
  median: 90_000,
  spread: 1.1,
};
const script: AssetKind = {
  path: (random) => `/static/js/${random.pick(modules)}-${hex(random, 8)}.js`,
  median: 60_000,
  spread: 1,
};
const style: AssetKind = {
  path: (random) => `/static/css/${random.pick(modules)}-${hex(random, 8)}.css`,
  median: 14_000,
  spread: 0.8,
};
const video: AssetKind = {
  path: (random) =>
    `/video/${random.pick(subjects)}-${hex(random, 6)}/${random.pick(['480p', '720p', '1080p', '2160p'])}/segment-${String(random.integer(0, 1_400)).padStart(5, '0')}.m4s`,
  median: 3_200_000,
  spread: 0.9,
};
const font: AssetKind = {
  path: (random) => `/fonts/${random.pick(typefaces)}-${random.pick(['400', '500', '700'])}.woff2`,
  median: 28_000,
  spread: 0.4,
};
const download: AssetKind = {
  path: (random) =>
    `/downloads/${random.pick(products)}/${random.integer(1, 9)}.${random.integer(0, 20)}.${random.integer(0, 9)}/${random.pick(products)}-${random.pick(['linux-x64.tar.gz', 'macos-arm64.dmg', 'windows-x64.msi'])}`,
  median: 70_000_000,
  spread: 1.2,
};
const page: AssetKind = {
  path: (random) =>
    `/${random.pick(sections)}/${random.integer(2023, 2026)}/${random.pick(subjects)}-${random.pick(subjects)}.html`,
  median: 22_000,
  spread: 0.7,
};

/** Kinds of assets to choose from at random. Repeated entries are weights. */
export const assetKinds: readonly [AssetKind, ...AssetKind[]] = [
  image,
  image,
  image,
  image,
  script,
  script,
  style,
  video,
  video,
  font,
  download,
  page,
];

const purposes = words(`Billing Checkout Catalog Newsroom Studio Fleet Search Mobile Partner Warehouse Metrics
  Archive Podcast Weather Loyalty Support Payments Research Identity Booking`);
const roles = [
  'exporter',
  'uploader',
  'backup',
  'dashboard',
  'purge bot',
  'sync',
  'importer',
  'notifier',
] as const;

/**
 * Returns the name of the application at `position`. Names are unique; a number is added once the vocabulary
 * is used up.
 */
export function applicationName(position: number): string {
  const purpose = purposes[position % purposes.length] ?? purposes[0];
  const role = roles[(position + Math.floor(position / purposes.length)) % roles.length] ?? roles[0];
  const round = Math.floor(position / (purposes.length * roles.length));
  return round === 0 ? `${purpose} ${role}` : `${purpose} ${role} ${round + 1}`;
}

/**
 * Event types: verbs by subject. Source `api`: a client requested it. Source `server`: the service did it by
 * itself.
 */
const eventTable: readonly (readonly [subject: string, api: string, server: string])[] = [
  ['object', 'uploaded downloaded deleted copied listed', 'replicated expired restored'],
  ['bucket', 'created deleted renamed listed', 'quota_reached'],
  ['multipart_upload', 'started completed aborted', 'expired'],
  ['asset', 'requested purged prefetched', 'cached revalidated evicted'],
  ['cache', 'purged warmed', 'filled stale_served'],
  ['origin', 'changed', 'fetched timed_out shielded'],
  ['region', 'listed', 'drained restored'],
  ['node', 'listed', 'joined left heartbeat'],
  ['route', 'added removed', 'recomputed failed_over'],
  ['application', 'created updated deleted', 'idle_flagged'],
  ['token', 'issued revoked refreshed', 'expired'],
  ['login', 'succeeded failed', 'throttled'],
  ['webhook', 'registered removed tested', 'delivered retried'],
  ['export', 'requested downloaded', 'completed failed'],
  ['ingest', 'accepted rejected', 'batched'],
  ['query', 'submitted cancelled', 'completed timed_out'],
  ['lifecycle_rule', 'created removed', 'applied'],
  ['usage_report', 'requested', 'generated'],
];

export interface EventName {
  readonly name: string;
  readonly source: 'api' | 'server';
}

const eventNames: readonly EventName[] = eventTable.flatMap(([subject, api, server]) => [
  ...api.split(' ').map((verb): EventName => ({ name: `${subject}_${verb}`, source: 'api' })),
  ...server.split(' ').map((verb): EventName => ({ name: `${subject}_${verb}`, source: 'server' })),
]);

export const eventNameCount = eventNames.length;

/** Returns the name of the event type at `position`. Beyond the table, names get a version suffix. */
export function eventName(position: number): EventName {
  const known = eventNames[position % eventNames.length] ?? { name: 'object_uploaded', source: 'api' };
  const version = Math.floor(position / eventNames.length) + 1;
  return version === 1 ? known : { ...known, name: `${known.name}_v${version}` };
}
