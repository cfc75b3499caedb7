/** Test helper: hosts that share the records of deployments in one database. */

import { onTestFinished } from 'vitest';
import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import { defaultRetention } from '#host/configuration/defaults.ts';
import type { Reading } from '#host/history/reading.ts';
import { recorderStateOf } from '#host/history/recorder/recorder-state.ts';
import { SharedRecords } from '#host/history/records/shared-records.ts';
import type { ResponseContexts } from '#host/history/responses/context.ts';
import { answeredAt, recordedDeployment, statusObservation } from '../observer/polls.ts';

/** Milliseconds in which another host must record after the failure of one: the lease, a tick, and loading. */
export const takeover = 10_000;

/** Starts a host that records deployments, as far as others do not. The end of the test stops it. */
export function sharedHost(url: string, slugs: readonly string[] = ['edge']) {
  const lines: string[] = [];
  let opened = 0;
  const records = new SharedRecords(
    url,
    {
      version: '1',
      settings: () => ({ words: new Map(), retention: defaultRetention, isObserved: () => true }),
      report: (line) => lines.push(line),
      changed: () => undefined,
      breakDown: (cause) => {
        throw cause;
      },
    },
    () => {
      opened += 1;
    },
  );
  records.take(slugs);
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await records.close();
    isClosed = true;
  };
  onTestFinished(close);
  const states = () =>
    Object.fromEntries(
      [...records.all].map(({ deployment, record, failedOpening }) => [
        deployment,
        record ? 'records' : (failedOpening?.kind ?? 'starts'),
      ]),
    );
  const state = () => states()['edge'];
  const edge = () => records.of('edge');
  const take = async (reading: Reading) => {
    await edge()?.use(async ({ recorder }) => void (await recorder.take(reading, reading.at)));
    return reading.at;
  };
  /** Records a poll with a word. */
  const poll = (word: string) =>
    take(answeredAt(Date.now(), '/api/v2/status', statusObservation('operational', { API: word })));
  const gaps = () => {
    const record = edge()?.record;
    const [endpoint] = record?.present.endpoints('edge') ?? [];
    if (!record || !endpoint) return null;
    return intervalsAt(record.present.coverage(endpoint.id), Date.now())
      .filter(({ outcome, from }) => outcome === 'blind' && Number.isFinite(from))
      .map(({ cause, detail }) => [cause, detail]);
  };
  /** The end of the newest poll that responses of this host know, in epoch milliseconds. */
  const knownUntil = () => edge()?.readable?.present.knownUntil('edge') ?? null;
  const contexts = (now = Date.now()): ResponseContexts => ({
    deployments: [recordedDeployment()],
    of: () => {
      const place = edge();
      const readable = place?.readable;
      if (!readable) throw new Error('The host has no history of edge.');
      const { present: known, spans, store } = readable;
      return { recorder: recorderStateOf(place, defaultRetention), known, spans, store, now };
    },
  });
  return { records, lines, close, states, state, take, poll, gaps, knownUntil, contexts, opened: () => opened };
}
