/**
 * Entry point of the history thread, which writes the record and answers requests. history.ts is the side of
 * the HTTP thread.
 */

import { uptime } from 'node:os';
import { join } from 'node:path';
import { type MessagePort, workerData } from 'node:worker_threads';
import { type NoMethods, WithTransfer } from '#client/rpc/peer.ts';
import { demoPlans } from '#service/demo/plans.ts';
import { defaultRetention } from '../configuration/defaults.ts';
import { connect, connectToHost } from '../threads/connect.ts';
import { demoPast } from './demo/demo-past.ts';
import { Present } from './memory/present.ts';
import type {
  DemoRecord,
  HistoryHost,
  HistoryResult,
  HistoryStart,
  HistoryThread,
  RecorderSettings,
  RecordState,
} from './messages.ts';
import { respondToPost } from './notes/post-note.ts';
import type { Reading, RecordedPast, RecorderMethods } from './reading.ts';
import { type Clocks, heartbeat } from './recorder/clocks.ts';
import { recorderStateOf, sharedStateOf } from './recorder/recorder-state.ts';
import { RecordFile } from './records/record-file.ts';
import { applySettings, type RecordingHost, type RecordPlace } from './records/record-place.ts';
import type { SharedRecords } from './records/shared-records.ts';
import type { Answered, RecordedDeployment, ResponseContext, ResponseContexts } from './responses/context.ts';
import { recordedPast } from './responses/recorded-past.ts';
import { respond } from './responses/respond.ts';
import type { EndpointRow } from './rows.ts';
import { SpanTable } from './spans/span-table.ts';

const { folder, version } = workerData as HistoryStart;

const host = connectToHost<HistoryHost, HistoryThread>({
  take: (settings) => take(settings).catch(breakDown),
  listen,
  ask: (question) => serve((all) => respond(question, all)).catch(breakDown),
  post: (post) => serve((all) => respondToPost(post, all)).catch(breakDown),
  close: () => Promise.all([real?.close(), shared?.close(), demo?.close()]).then(() => undefined, breakDown),
});

let deployments: ReadonlyMap<string, RecordedDeployment> = new Map();
let retention = defaultRetention;
let words: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map();
/** The history file of the deployments that are no demo; `null` if they are recorded in a database. */
let real: RecordFile | null = null;
let shared: SharedRecords | null = null;
let demo: RecordFile | null = null;

const recordingHost: RecordingHost = {
  version,
  settings: () => ({ words, retention, isObserved }),
  report: (line) => host.notify('report', line),
  changed: sendState,
  breakDown: (cause) => void breakDown(cause),
};

/** Ends the thread by throwing the error. The host restarts it, and a damaged file is then quarantined. */
function breakDown(cause: unknown): Promise<never> {
  queueMicrotask(() => {
    throw cause;
  });
  return new Promise(() => undefined);
}

function isObserved({ deployment, path }: EndpointRow): boolean {
  const observe = deployments.get(deployment)?.observe ?? 'off';
  return observe === 'all' || (observe === 'status' && path.endsWith('/status'));
}

function placeOf({ slug, demo: isDemo }: RecordedDeployment): RecordPlace | null {
  return isDemo ? demo : (shared?.of(slug) ?? real);
}

function places(): readonly RecordPlace[] {
  return [real, demo, ...(shared?.all ?? [])].filter((place) => place !== null);
}

function stateOfAll(): RecordState {
  if (shared) return sharedStateOf(shared.all, retention);
  const { recording, reason } = recorderStateOf(real ?? demo, retention);
  return { recording, reason };
}

function sendState(): void {
  host.notify('state', stateOfAll());
}

function openDemo({ seed, scale, startedAt }: DemoRecord, shown: readonly RecordedDeployment[]): RecordFile {
  const pollMilliseconds = 1_000 * (shown[0]?.pollSeconds ?? 10);
  const fleet = { seed, scale, start: startedAt };
  // Demo deployments come in the order of their plans.
  const planned = shown.flatMap((each, index) => {
    const plan = demoPlans[index];
    return plan ? [{ slug: each.slug, plan, words: each.words, verdict: each.verdict }] : [];
  });
  const made = `${version}, demo ${seed} of scale ${scale}`;
  const past = () => demoPast({ fleet, deployments: planned, pollMilliseconds, version: made });
  return new RecordFile(join(folder, 'history-demo.db'), made, recordingHost, past);
}

/** Records deployments in a database. Its driver is loaded for hosts with a database only. */
async function share(url: string, slugs: readonly string[]): Promise<void> {
  const { SharedRecords: Made } = await import('./records/shared-records.ts');
  if (shared) shared.readdress(url);
  else shared = new Made(url, recordingHost, requestReadings);
  shared.take(slugs);
}

/** Resolves once the newest settings apply. */
let latest = Promise.resolve();

function take(settings: RecorderSettings): Promise<void> {
  latest = latest.then(() => apply(settings));
  return latest;
}

async function apply(settings: RecorderSettings): Promise<void> {
  deployments = new Map(settings.deployments.map((each) => [each.slug, each]));
  words = new Map(settings.deployments.map((each) => [each.slug, each.words]));
  retention = settings.retention;
  const recorded = settings.deployments.filter(({ observe }) => observe !== 'off');
  const slugs = recorded.filter((each) => !each.demo).map(({ slug }) => slug);
  const isWanted = slugs.length > 0;
  if (settings.database !== null && (isWanted || shared)) await share(settings.database, slugs);
  else if (isWanted) real ??= new RecordFile(join(folder, 'history.db'), version, recordingHost);
  const shown = settings.deployments.filter((each) => each.demo);
  if (settings.demo && recorded.some((each) => each.demo)) demo ??= openDemo(settings.demo, shown);
  for (const place of places()) {
    place.use((record) => applySettings(record, recordingHost)).catch(breakDown);
    place.ready.then(sendState, breakDown);
  }
}

function clocksNow(): Clocks {
  return { wall: Date.now(), boot: 1_000 * uptime(), steady: performance.now() };
}

/** Milliseconds in which records may be opened before readings are requested: one request is for all. */
const requestPause = 200;

let isRequestDue = false;

/** Requests all readings from the beginning, for recorders that do not know the responses before. */
function requestReadings(): void {
  if (isRequestDue) return;
  isRequestDue = true;
  setTimeout(() => {
    isRequestDue = false;
    host.notify('restarted', undefined);
  }, requestPause);
}

async function record(reading: Reading): Promise<void> {
  await latest;
  const deployment = deployments.get(reading.slug);
  const place = deployment && placeOf(deployment);
  if (!place) return;
  await place.ready;
  await place.use(async ({ recorder }) => {
    // The clock may have been set, or the machine may have slept, since the last tick.
    await recorder.tick(clocksNow());
    const before = recorder.hindrance;
    // `false`: the recorder missed the response that this reading refers to.
    if (!(await recorder.take(reading, Date.now()))) requestReadings();
    if (recorder.hindrance !== before) sendState();
  });
}

const nothing = { known: new Present(), spans: new SpanTable() };

function contextOf(place: RecordPlace | null): ResponseContext {
  const record = place?.readable;
  return {
    recorder: recorderStateOf(place, retention),
    known: record?.present ?? nothing.known,
    spans: record?.spans ?? nothing.spans,
    store: record?.store ?? null,
    now: Date.now(),
  };
}

/**
 * Answers a request for history. Transfers the bytes of the response to the HTTP thread instead of copying
 * them.
 */
async function serve(
  answer: (all: ResponseContexts) => Promise<Answered>,
): Promise<WithTransfer<HistoryResult>> {
  await latest;
  await Promise.all([real?.ready, shared?.ready, demo?.ready]);
  const started = performance.now();
  const found = await answer({
    deployments: [...deployments.values()],
    of: (deployment) => contextOf(placeOf(deployment)),
  });
  const milliseconds = performance.now() - started;
  return new WithTransfer({ answer: found, milliseconds }, found.body ? [found.body.buffer] : []);
}

async function heartbeatTick(): Promise<void> {
  const now = clocksNow();
  await Promise.all(places().map((place) => place.use(({ recorder }) => recorder.tick(now))));
  const open = [real, shared, demo].filter((each) => each !== null);
  await Promise.all(open.map((each) => each.tidy(now.wall)));
}

setInterval(() => void heartbeatTick().catch(breakDown), heartbeat);

let readings: MessagePort | null = null;

async function pastOf(slug: string): Promise<RecordedPast> {
  await latest;
  const deployment = deployments.get(slug);
  const place = deployment ? placeOf(deployment) : null;
  await place?.ready;
  if (!deployment || !place?.readable) return { slug, verdict: null, parts: [], reads: {} };
  return recordedPast({ context: contextOf(place), deployment, search: '' });
}

/** Records the readings that arrive at a port. Closes the previous port. */
function listen(port: MessagePort): void {
  readings?.close();
  readings = port;
  connect<NoMethods, RecorderMethods>(port, {
    record: (reading) => record(reading).catch(breakDown),
    pastOf: (slug) => pastOf(slug).catch(breakDown),
  });
}
