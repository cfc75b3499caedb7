/** The age of an HTML document from a shared cache, by the host's time alone. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lagOf } from '#domain/answer/service-clock.ts';

const second = 1_000;
const hostTime = Date.UTC(2026, 10, 28, 3);

/** Loads the module anew, because a page dates its document once. */
async function dated(documentAge: number, answer: (() => Response) | null) {
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', async () => {
    if (!answer) throw new TypeError('no connection');
    return answer();
  });
  const { findDocumentTime } = await import('./date-document.ts');
  const delivered = await import('./delivered.ts');
  const { now } = await import('../ui/time/clock.ts');
  const received = delivered.documentAt;
  const remove = vi.fn();
  vi.stubGlobal('document', { querySelector: () => ({ remove }) });
  await findDocumentTime(new Date(hostTime - documentAge).toISOString());
  return { remove, shift: delivered.documentAt - received, at: now() - delivered.documentAt, ...delivered };
}

const config = (headers: Readonly<Record<string, string>>) => () => new Response('{}', { headers });
const live = config({ 'edgewatch-served': new Date(hostTime).toISOString() });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['the clock of the viewer is right', 0],
  ['it is an hour ahead', 3600],
  ['it is an hour behind', -3600],
])('a stored document is as old as the host says, and 2 s more, if %s', async (_name, ahead) => {
  vi.setSystemTime(hostTime + ahead * second);
  for (const age of [0, 2, 9]) {
    const { at, clocksAtStart, remove } = await dated(age * second, live);
    expect(at).toBe((age + 2) * second);
    expect(remove).not.toHaveBeenCalled();
    expect(lagOf(clocksAtStart.host)).toBe(ahead * second);
    expect(clocksAtStart.service).toEqual([]);
  }
});

test.each([
  ['is 60 s old', 60 * second, live],
  ['is three hours old, from the history of the browser', 3 * 3600 * second, live],
  ['is from the future', -60 * second, live],
  ['cannot be compared: no connection', 0, null],
  ['cannot be compared: a response without the time of the host', 0, config({})],
  ['cannot be compared: an unreadable time', 0, config({ 'edgewatch-served': 'yesterday' })],
])('a document brings no responses and no rendered screen if it %s', async (_name, age, answer) => {
  vi.setSystemTime(hostTime);
  const drop = await dated(age, answer);
  expect(drop.deliveredTallies).toEqual([]);
  expect(drop.remove).toHaveBeenCalledOnce();
  expect(drop.shift).toBe(0);
});
