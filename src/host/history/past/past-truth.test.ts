import { asyncProperty, assert as check, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { type DecodedResponse, decodeResponse } from '#contract/decode/response.ts';
import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import { Readings } from '#host/observe/readings.ts';
import { contextOf, question } from '#testing/history/history-responses.ts';
import { type AnsweringInMemory, RecordInMemory } from '#testing/history/recorded.ts';
import { failedAt } from '#testing/observer/polls.ts';
import { randomFrom } from '#testing/observer/readings.ts';
import {
  isWholeResponse,
  readOf,
  TrueService,
  truePaths,
  validMilliseconds,
} from '#testing/observer/true-service.ts';
import { respond } from '../responses/respond.ts';

const begin = Date.parse('2026-11-23T03:00:00.000Z');

interface Logged {
  readonly at: number;
  readonly response: DecodedResponse;
  /** Number of restarts before this poll. */
  readonly run: number;
}

/** Polls a service that changes at random, with failures, pauses and restarts. */
async function observe(seed: number) {
  const random = randomFrom(seed);
  const service = new TrueService(random, begin);
  const record = new RecordInMemory();
  const readings = new Readings();
  const log = new Map<EndpointPath, Logged[]>(truePaths.map((path) => [path, []]));
  let [at, run] = [begin, 0];
  for (let turn = 0; turn < 60; turn += 1) {
    at += 3_000 + Math.floor(random() * 12_000);
    if (random() < 0.05) at += 60_000;
    if (random() < 0.05) {
      record.restart(at);
      readings.clear();
      run += 1;
    }
    if (random() < 0.05) record.sleep(at, at + 15_000);
    service.pass(at);
    for (const path of truePaths) {
      at += 1 + Math.floor(random() * 40);
      if (random() < 0.1) {
        record.read(failedAt(at, path, 'unreachable'));
        continue;
      }
      const response = service.response(path);
      const reading = readings.of(await readOf(path, response, at), (time) => time);
      if (!reading) throw new Error('An answered poll is a reading.');
      record.read(reading);
      log.get(path)?.push({ at, response, run });
    }
  }
  return { answering: contextOf(record, at + 1_000), log, end: at };
}

/** The response that was known at a time, and whether its validity period reached the next one. */
function truthAt(polls: readonly Logged[], time: number) {
  const place = polls.findLastIndex(({ at }) => at <= time);
  const [poll, next] = [polls[place], polls[place + 1]];
  if (!poll) return null;
  const isJoined = next !== undefined && next.run === poll.run && next.at - poll.at <= validMilliseconds;
  return { ...poll, isCovered: poll.at === time || isJoined };
}

async function asOf(answering: AnsweringInMemory, path: EndpointPath, time: number) {
  await answering.settled();
  const address = `/edge/at/${new Date(time).toISOString()}${path}`;
  const { status, headers, body } = await respond(question(address), answering);
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  const response = status === 200 ? decodeResponse(endpointAt(path), parseJson(text)) : null;
  return { status, headers, response };
}

type Comparable = Readonly<Record<string, unknown>>;

function keyOf(row: Comparable): string {
  return String(row['code'] ?? row['id']);
}

/** The content of a response in the order of the history, without sizes of buckets. */
function comparable(response: DecodedResponse) {
  if (response.kind === 'status') return response.document;
  return response.rows
    .map(({ ...row }): Comparable => ({ ...row, objects: null, bytes: null }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}

function keysOf(response: DecodedResponse): readonly string[] {
  return response.kind === 'status' ? [] : response.rows.map((row) => keyOf({ ...row }));
}

test('a past response equals the true one where it is complete, and never claims more', async () => {
  const counts = { complete: 0, partial: 0, none: 0, early: 0, wholePartial: 0 };
  await check(
    asyncProperty(integer(), async (seed) => {
      const { answering, log, end } = await observe(seed);
      const random = randomFrom(seed + 1);
      for (let count = 0; count < 100; count += 1) {
        const time = begin + Math.floor(random() * (end - begin));
        const path = truePaths[count % truePaths.length] ?? '/api/v2/status';
        const truth = truthAt(log.get(path) ?? [], time);
        const { status, headers, response } = await asOf(answering, path, time);
        const observed = headers['edgewatch-observed'];
        expect(headers['edgewatch-as-of']).toBe(new Date(time).toISOString());
        if (!truth || !response) {
          expect([truth, status, observed]).toEqual([null, 404, 'none']);
          counts.early += 1;
          continue;
        }
        expect(headers['edgewatch-seen']).toBe(new Date(truth.at).toISOString());
        const isWhole = isWholeResponse(truth.response);
        if (!truth.isCovered) expect(observed).toBe('none');
        else if (isWhole) expect(['complete', 'partial']).toContain(observed);
        else expect(observed).toBe('partial');
        if (observed === 'complete') expect(comparable(response)).toEqual(comparable(truth.response));
        if (response.kind === 'list') {
          expect(response.pagination).toEqual({
            limit: response.rows.length,
            count: response.rows.length,
            hasMore: !isWhole,
          });
          // A truncated list of nodes has no row that the true one left out.
          if (path.endsWith('/nodes') || path.endsWith('/regions'))
            for (const key of keysOf(response)) expect(keysOf(truth.response)).toContain(key);
        }
        if (observed === 'partial' && isWhole) counts.wholePartial += 1;
        if (observed === 'complete' || observed === 'partial' || observed === 'none') counts[observed] += 1;
      }
    }),
    { numRuns: 10 },
  );
  // The property must not hold for lack of cases.
  expect(counts.complete).toBeGreaterThan(200);
  expect(counts.none).toBeGreaterThan(100);
  expect(counts.partial).toBeGreaterThan(100);
  // Only unusual values make a complete response partial.
  expect(counts.wholePartial).toBeLessThan(counts.complete / 2);
}, 120_000);
