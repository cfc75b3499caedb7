/**
 * Entry point of the history thread, which writes the record and answers requests. history.ts is the side of
 * the HTTP thread.
 */

import { rmSync } from 'node:fs';
import { uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { type MessagePort, workerData } from 'node:worker_threads';
import { type NoMethods, WithTransfer } from '#client/rpc/peer.ts';
import { demoPlans } from '#service/demo/plans.ts';
import { defaultRetention } from '../configuration/defaults.ts';
import { connect, connectToHost } from '../threads/connect.ts';
import { demoPast } from './demo/demo-past.ts';
import { type OpenHistory, openHistory, type Past } from './history-store.ts';
import { Present } from './memory/present.ts';
import type {
  DemoRecord,
  HistoryHost,
  HistoryResult,
  HistoryStart,
  HistoryThread,
  RecorderSettings,
} from './messages.ts';
import { respondToPost } from './notes/post-note.ts';
import type { Reading, RecordedPast, RecorderMethods } from './reading.ts';
import { type Clocks, heartbeat } from './recorder/clocks.ts';
import { recorderStateOf } from './recorder/recorder-state.ts';
import type { Answered, RecordedDeployment, ResponseContext, ResponseContexts } from './responses/context.ts';
import { recordedPast } from './responses/recorded-past.ts';
import { respond } from './responses/respond.ts';
import type { EndpointRow, Row } from './rows.ts';
import { SpanTable } from './spans/span-table.ts';
import { isDiskFull, type Opening } from './store/store.ts';
import { listenIn } from './upkeep/socket.ts';

const { folder, version } = workerData as HistoryStart;

/** Milliseconds between two attempts to open a history file, for example while it is locked or read-only. */
const openPause = 30_000;

/** Milliseconds before the first retry. It is short, because the previous host may be about to end. */
const firstPause = 2_000;

/** Milliseconds between two runs of retention. A run has at most `tidySteps` steps. */
const tidyPause = 60_000;
const tidySteps = 20;

/**
 * Maximum milliseconds since the last poll of a demo's record for the record to be continued. Otherwise its
 * past is generated again.
 */
const oldestDemo = 15 * 60_000;

const host = connectToHost<HistoryHost, HistoryThread>({
  take,
  listen,
  ask: (question) => serve((all) => respond(question, all)).catch(breakDown),
  post: (post) => serve((all) => respondToPost(post, all)).catch(breakDown),
  close: () => Promise.all([real?.close(), demo?.close()]).then(() => undefined, breakDown),
});

function reportLine(line: string): void {
  host.notify('report', line);
}

/** Ends the generation of a past because the host stops. */
class Stopped extends Error {}

/** A history file and its recorder. If the file cannot be opened, opening is retried until it succeeds. */
class RecordFile {
  readonly #file: string;
  readonly #writtenBy: string;
  readonly #past: Past | undefined;
  #stopListening: () => void = () => undefined;
  record: OpenHistory | null = null;
  failedOpening: Exclude<Opening, { kind: 'open' }> | null = null;
  failedSince = 0;
  #opening: Promise<void>;
  #retry: NodeJS.Timeout | undefined;
  #tidiedAt = 0;
  #isClosing = false;

  /**
   * Starts to open the file.
   * @param writtenBy - version that the file records for each run of this host.
   * @param past - generates the rows of an empty file; only the demo has it.
   */
  constructor(file: string, writtenBy: string, past?: Past) {
    this.#file = file;
    this.#writtenBy = writtenBy;
    this.#past = past && (() => this.#untilClosing(past));
    this.#opening = this.#openUnlessStopped();
  }

  get ready(): Promise<void> {
    return this.#opening;
  }

  *#untilClosing(past: Past): Generator<readonly Row[]> {
    for (const rows of past()) {
      if (this.#isClosing) throw new Stopped();
      yield rows;
    }
  }

  #remove(): void {
    for (const end of ['', '-wal', '.sum', '.mark']) rmSync(this.#file + end, { force: true });
  }

  async #openUnlessStopped(): Promise<void> {
    try {
      await this.#open();
    } catch (cause) {
      if (!(cause instanceof Stopped)) throw cause;
      // A part of a past must not count as a record.
      this.#remove();
    }
  }

  async #open(): Promise<void> {
    let opened = await openHistory(this.#file, this.#writtenBy, this.#past);
    if (this.#past && this.#isOfAnother(opened)) {
      if (opened.kind === 'open') await opened.store.close();
      this.#remove();
      opened = await openHistory(this.#file, this.#writtenBy, this.#past);
    }
    if (opened.kind === 'open') {
      [this.record, this.failedOpening] = [opened, null];
      opened.recorder.words = words;
      opened.recorder.report = reportLine;
      await opened.recorder.leave(isObserved, Date.now());
      // `edgewatch history` does not work on the demo's file.
      if (!this.#past) this.#stopListening = listenIn(dirname(this.#file), opened.store, reportLine);
    } else {
      const pause = this.failedOpening ? openPause : firstPause;
      if (opened.kind === 'newer' && this.failedOpening?.kind !== 'newer')
        reportLine(`The history is not recorded: ${opened.why}`);
      if (!this.failedOpening) this.failedSince = Date.now();
      this.failedOpening = opened;
      this.#retry = setTimeout(() => {
        this.#opening = this.#openUnlessStopped();
        void this.#opening.then(sendState, breakDown);
      }, pause);
    }
  }

  /**
   * Whether the demo's record is of an earlier time, another fleet or another build, and must be generated
   * again.
   */
  #isOfAnother(opened: OpenHistory | Exclude<Opening, { kind: 'open' }>): boolean {
    if (opened.kind !== 'open') return opened.kind === 'newer';
    const { lastAt, runs } = opened.present;
    return lastAt < Date.now() - oldestDemo || runs[0]?.version !== this.#writtenBy;
  }

  async tidy(now: number): Promise<void> {
    if (!this.record || now - this.#tidiedAt < tidyPause) return;
    this.#tidiedAt = now;
    const { recorder } = this.record;
    try {
      for (let step = 0; step < tidySteps; step += 1) if (!(await recorder.tidy(retention, now))) break;
    } catch (cause) {
      // Retention writes too. It is retried at the next run.
      if (!isDiskFull(cause)) throw cause;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#retry);
    await this.#opening;
    if (!this.record) return;
    // The next process that opens the file opens a socket of its own.
    this.#stopListening();
    await this.record.recorder.end(Date.now());
    await this.record.store.close();
  }
}

let deployments: ReadonlyMap<string, RecordedDeployment> = new Map();
let retention = defaultRetention;
let words: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map();
let real: RecordFile | null = null;
let demo: RecordFile | null = null;

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

function fileOf({ demo: isDemo }: RecordedDeployment): RecordFile | null {
  return isDemo ? demo : real;
}

function sendState(): void {
  const { recording, reason } = recorderStateOf(real ?? demo, retention);
  host.notify('state', { recording, reason });
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
  return new RecordFile(join(folder, 'history-demo.db'), made, past);
}

function take(settings: RecorderSettings): void {
  deployments = new Map(settings.deployments.map((each) => [each.slug, each]));
  words = new Map(settings.deployments.map((each) => [each.slug, each.words]));
  retention = settings.retention;
  const recorded = settings.deployments.filter(({ observe }) => observe !== 'off');
  const isReal = recorded.some((each) => !each.demo);
  if (isReal) real ??= new RecordFile(join(folder, 'history.db'), version);
  const shown = settings.deployments.filter((each) => each.demo);
  if (settings.demo && recorded.some((each) => each.demo)) demo ??= openDemo(settings.demo, shown);
  for (const file of [real, demo]) {
    if (file?.record) {
      file.record.recorder.words = words;
      file.record.recorder.leave(isObserved, Date.now()).catch(breakDown);
    }
    file?.ready.then(sendState, breakDown);
  }
}

function clocksNow(): Clocks {
  return { wall: Date.now(), boot: 1_000 * uptime(), steady: performance.now() };
}

async function record(reading: Reading): Promise<void> {
  const deployment = deployments.get(reading.slug);
  const file = deployment && fileOf(deployment);
  if (!file) return;
  await file.ready;
  // The clock may have been set, or the machine may have slept, since the last tick.
  await file.record?.recorder.tick(clocksNow());
  const before = file.record?.recorder.hindrance;
  // `false`: the recorder missed the response that this reading refers to.
  if ((await file.record?.recorder.take(reading, Date.now())) === false) host.notify('restarted', undefined);
  if (file.record && file.record.recorder.hindrance !== before) sendState();
}

const nothing = { known: new Present(), spans: new SpanTable() };

function contextOf(file: RecordFile | null): ResponseContext {
  const record = file?.record;
  return {
    recorder: recorderStateOf(file, retention),
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
  await Promise.all([real?.ready, demo?.ready]);
  const started = performance.now();
  const found = await answer({
    deployments: [...deployments.values()],
    of: (deployment) => contextOf(fileOf(deployment)),
  });
  const milliseconds = performance.now() - started;
  return new WithTransfer({ answer: found, milliseconds }, found.body ? [found.body.buffer] : []);
}

async function heartbeatTick(): Promise<void> {
  for (const file of [real, demo]) {
    await file?.record?.recorder.tick(clocksNow());
    await file?.tidy(Date.now());
  }
}

setInterval(() => void heartbeatTick().catch(breakDown), heartbeat);

let readings: MessagePort | null = null;

async function pastOf(slug: string): Promise<RecordedPast> {
  const deployment = deployments.get(slug);
  const file = deployment ? fileOf(deployment) : null;
  await file?.ready;
  if (!deployment || !file?.record) return { slug, verdict: null, parts: [], reads: {} };
  return recordedPast({ context: contextOf(file), deployment, search: '' });
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
