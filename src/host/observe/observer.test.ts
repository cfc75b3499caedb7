import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { defaultLimits, defaultVerdictSettings } from '#contract/host.ts';
import { threadScript } from '#testing/thread-script.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { Observer } from './observer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/**
 * Script of a thread that sends one request per service, crashes on demand, and reports the responses that it
 * receives.
 */
const script = threadScript(
  `{
    metrics: () => new Promise(() => queueMicrotask(() => { throw new Error('it broke'); })),
    take: ([{ edition }]) => {
      editions.push(edition);
      const argument = { slug: 'edge', path: '/api/v2/status', accept: '' };
      send({ kind: 'call', id: editions.length - 1, method: 'request', argument });
    },
    result: (id, { body }) => {
      const argument = { slug: 'edge', edition: editions[id], path: new TextDecoder().decode(body) };
      send({ kind: 'notify', method: 'poll', argument });
    },
  }`,
  'const editions = [];',
);

function observe() {
  const reported: string[] = [];
  const heard: string[] = [];
  const parameters: ((text: string) => void)[] = [];
  const observer = new Observer(script, (line) => reported.push(line));
  onTestFinished(() => observer.close());
  observer.subscribe(({ path }) => heard.push(path));
  const take = () => {
    const hosted: HostedDeployment = {
      slug: 'edge',
      name: 'Edge',
      shownUrl: '',
      demo: false,
      words: {},
      places: {},
      verdict: defaultVerdictSettings,
      answer: () =>
        new Promise((resolve) => {
          parameters.push((text) => resolve(new Response(text)));
        }),
      renew: () => undefined,
      close: async () => undefined,
    };
    observer.take([
      { hosted, observe: 'all', sliceInterval: 900_000, pollMilliseconds: 10_000, limits: defaultLimits },
    ]);
  };
  return { observer, reported, heard, asked: parameters, take };
}

test('a crashed observer thread is replaced, and messages to the old one are dropped', async () => {
  const { observer, reported, heard, asked: parameters, take } = observe();
  take();
  await vi.waitFor(() => expect(parameters).toHaveLength(1));
  expect(await observer.metrics(new Set(['edge']))).toBeNull();
  expect(reported).toEqual(['The observer’s thread failed: it broke']);
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(parameters).toHaveLength(2));
  parameters[0]?.('to the first');
  await vi.advanceTimersByTimeAsync(0);
  parameters[1]?.('to the second');
  await vi.waitFor(() => expect(heard).toEqual(['to the second']));
});

test('readings of a deployment are not taken for a later one with the same slug', async () => {
  const { heard, asked: parameters, take } = observe();
  take();
  await vi.waitFor(() => expect(parameters).toHaveLength(1));
  take();
  await vi.waitFor(() => expect(parameters).toHaveLength(2));
  parameters[0]?.('of the one before');
  parameters[1]?.('of the one now');
  await vi.waitFor(() => expect(heard).toEqual(['of the one now']));
});
