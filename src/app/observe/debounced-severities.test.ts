import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import { relayedResponse } from '#domain/answer/answer.ts';
import type { Tally } from '#domain/verdict/tally.ts';
import { answerAt, documentOf, listAnswerAt } from '#testing/feeds.ts';
import { now } from '../ui/time/clock.ts';
import { debouncedSeverityIn } from './verdicts/debounced-severities.ts';
import { setTally } from './verdicts/tallies.ts';

const minute = 60_000;

/** A deployment and its responses. */
function watched(slug: string) {
  const client = new QueryClient();
  const deployment: Deployment = {
    slug,
    name: slug,
    baseUrl: slug,
    shownUrl: slug,
    demo: false,
    words: {},
    places: {},
  };
  let polls = 0;
  return {
    poll: (word = 'operational') => {
      polls += 1;
      const answer = answerAt(now() + polls, documentOf(word, { API: word }));
      client.setQueryData([slug, '/api/v2/status', {}], { answer, failure: null });
    },
    read: (path: EndpointPath, word: string) => {
      const answer = listAnswerAt(now(), minute, { path });
      client.setQueryData([slug, path, {}], { answer, failure: null });
      const tally: Tally = {
        groups: [{ code: 'abc1', name: null, word, count: 34 }],
        claim: { kind: 'exact' },
      };
      setTally(slug, path, { answer: relayedResponse(path, null, answer), tally });
    },
    severity: () => debouncedSeverityIn(client, deployment),
  };
}

test('the first verdict with all lists counts at once if it is worse', () => {
  const { poll, read, severity } = watched('opened');
  poll();
  expect(severity()).toBe('assumed');
  read('/api/v2/regions', 'operational');
  expect(severity()).toBe('assumed');
  read('/api/v2/nodes', 'major_outage');
  expect(severity()).toBe('critical');
});

test('the first verdict with all lists counts after two status polls if it is better', () => {
  const { poll, read, severity } = watched('recovering');
  for (let polls = 0; polls < 3; polls += 1) {
    poll('major_outage');
    expect(severity()).toBe('critical');
  }
  poll();
  read('/api/v2/regions', 'operational');
  read('/api/v2/nodes', 'operational');
  expect(severity()).toBe('critical');
  poll();
  expect(severity()).toBe('ok');
});

test('a later one counts after two status polls', () => {
  const { poll, read, severity } = watched('known');
  poll();
  read('/api/v2/regions', 'operational');
  read('/api/v2/nodes', 'operational');
  for (let polls = 0; polls < 2; polls += 1) {
    severity();
    poll();
  }
  expect(severity()).toBe('ok');
  read('/api/v2/nodes', 'major_outage');
  expect(severity()).toBe('ok');
  poll();
  expect(severity()).toBe('ok');
  poll();
  expect(severity()).toBe('critical');
});
