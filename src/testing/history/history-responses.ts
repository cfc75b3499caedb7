/** Test helpers: requests below `/history` to an in-memory history record, and their parsed responses. */

import { expect } from 'vitest';
import type { HistoryState, SpanEntry, Windowed } from '#contract/history.ts';
import type { Problem } from '#contract/problem.ts';
import type {
  Question,
  RecordedDeployment,
  RecorderState,
  ResponseContexts,
} from '#host/history/responses/context.ts';
import { respond } from '#host/history/responses/respond.ts';
import { answeredAt, failedAt, recordedDeployment, statusObservation } from '../observer/polls.ts';
import { type AnsweringInMemory, RecordInMemory } from './recorded.ts';

export const status = '/api/v2/status';
export const regions = '/api/v2/regions';
export const nodes = '/api/v2/nodes';
export const begin = Date.parse('2026-11-23T03:00:00.000Z');
export const time = (seconds: number) => new Date(begin + Math.round(seconds * 1000)).toISOString();
export const window = (from: number, to: number) => `from=${time(from)}&to=${time(to)}`;

/** The example of docs/understand/history-api.md: polls at 0, 2, 4 and 30.1 s, failures in between. */
export function exampleRecord(): RecordInMemory {
  const record = new RecordInMemory();
  const ok = statusObservation('operational', { API: 'operational' });
  const down = statusObservation('operational', { API: 'down' });
  record.read(answeredAt(begin + 10, status, ok));
  record.read(answeredAt(begin + 2_010, status, ok));
  record.read(answeredAt(begin + 4_010, status, down));
  record.read(failedAt(begin + 6_010, status, 'unreachable'));
  record.read(failedAt(begin + 8_010, status, 'unreachable'));
  record.read(answeredAt(begin + 30_110, status, down));
  return record;
}

export function contextOf(
  record: RecordInMemory,
  now = begin + 31_000,
  deployment: Partial<RecordedDeployment> = {},
  recorder: Partial<RecorderState> = {},
): AnsweringInMemory {
  return record.context([recordedDeployment(deployment)], now, recorder);
}

export const question = (address: string, what: Partial<Question> = {}): Question => {
  const [path = '', search] = address.split('?');
  return {
    path,
    search: search === undefined ? '' : `?${search}`,
    ifNoneMatch: null,
    acceptEncoding: null,
    isPublic: true,
    visible: null,
    ...what,
  };
};

type Body = Windowed<SpanEntry> & HistoryState & Pick<Problem, 'parameter' | 'code'>;

export async function ask(
  address: string,
  context: ResponseContexts | AnsweringInMemory,
  what: Partial<Question> = {},
) {
  if ('settled' in context) await context.settled();
  const { status, headers, body } = await respond(question(address, what), context);
  // Tests check the members that they use. A missing member fails there.
  const read = JSON.parse(body === null ? '{}' : new TextDecoder().decode(body)) as Body;
  return { status, headers, body: read };
}

export async function rows<Entry>(address: string, context: ResponseContexts): Promise<readonly Entry[]> {
  const { status, body } = await ask(address, context);
  expect(status).toBe(200);
  // The address decides the type of its rows.
  return body.data as readonly unknown[] as readonly Entry[];
}
