import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { observe, pass, statusDocument, useObserverClock } from '#testing/observer/observing.ts';
import { currentStateOf } from './current-state.ts';

beforeEach(() => useObserverClock('2026-11-23T03:00:00.000Z'));
afterEach(() => void vi.useRealTimers());

function observed(respond: () => Response) {
  const { observer, judgement } = observe((path) =>
    path === '/api/v2/status' ? respond() : new Response('', { status: 404 }),
  );
  return () => currentStateOf({ observer, judgement }, Date.now(), (time) => time + 1_000);
}

test('a state is valid as long as its newest response, on the wall clock', async () => {
  const state = observed(() => Response.json(statusDocument('operational', [['API', 'operational']])));
  expect(state()).toMatchObject({ severity: 'unvouched', confirmedAt: null, validUntil: 0, components: [] });
  await pass(2_000);
  const { confirmedAt, ...rest } = state();
  expect(rest).toEqual({
    slug: 'edge',
    severity: 'ok',
    headline: 'Operational',
    // A poll period and the grace period.
    validUntil: (confirmedAt ?? 0) + 20_000,
    components: [{ id: 'API', name: 'API', severity: 'ok', label: 'Operational' }],
  });
  expect(confirmedAt).toBeGreaterThanOrEqual(Date.parse('2026-11-23T03:00:01.000Z'));
});

test('nothing confirms a state whose refresh fails, and no component stays good', async () => {
  let isOut = false;
  const components = [
    ['API', 'operational'],
    ['DNS', 'major_outage'],
  ] as const;
  const state = observed(() =>
    isOut ? new Response('', { status: 503 }) : Response.json(statusDocument('operational', components)),
  );
  await pass(2_000);
  expect(state()).toMatchObject({
    severity: 'critical',
    components: [{ severity: 'ok' }, { severity: 'critical' }],
  });
  isOut = true;
  await pass(15_000);
  expect(state()).toMatchObject({
    severity: 'critical',
    validUntil: 0,
    components: [{ severity: 'unvouched' }, { severity: 'critical' }],
  });
  await pass(60_000);
  const lost = state();
  expect([lost.severity, lost.components.map(({ severity }) => severity)]).toEqual([
    'unvouched',
    ['unvouched', 'unvouched'],
  ]);
});

test('of too many components the worst are listed', async () => {
  const components = Array.from(
    { length: 1_500 },
    (_, index) => [`Part ${index}`, index === 1_499 ? 'down' : 'operational'] as const,
  );
  const state = observed(() => Response.json(statusDocument('operational', components)));
  await pass(2_000);
  const { components: listed } = state();
  expect([listed.length, listed[0]?.name]).toEqual([1_000, 'Part 1499']);
});
