import { expect, test } from 'vitest';
import { type Availability, silentFeed } from '#domain/answer/answer.ts';
import { comparedSections, notCompared, whyMissing } from './compared.ts';
import type { ListThen } from './use-list-then.ts';

function listOf(availability: Availability): ListThen {
  return {
    source: { path: '/api/v2/nodes', feed: silentFeed, availability },
    known: 'complete',
    seen: undefined,
    count: undefined,
    capacity: undefined,
  };
}

function notComparedIf(before: Availability, after: Availability): readonly string[] {
  const deployment = { slug: 'edge', name: 'Edge', baseUrl: '', shownUrl: '', demo: false, words: {} };
  const offered = [listOf('offered'), listOf('offered')] as const;
  const lists = {
    status: offered,
    component: offered,
    region: offered,
    node: [listOf(before), listOf(after)] as const,
    bucket: offered,
    application: offered,
    event: offered,
  };
  const differences = comparedSections.map(({ title }) => (title === 'Nodes' ? null : []));
  return notCompared({ before: deployment, after: deployment, lists }, differences);
}

test('a list that is too long or missing at one moment is stated as not compared', () => {
  expect(notComparedIf('offered', 'offered')).toEqual(['nodes']);
  expect(notComparedIf('not-offered', 'offered')).toEqual(['nodes']);
  expect(notComparedIf('failing', 'failing')).toEqual(['nodes']);
});

test('a list that neither moment has is not stated', () => {
  expect(notComparedIf('not-offered', 'not-offered')).toEqual([]);
});

test.each([
  ['not-offered', null, 'The deployment does not offer this list now'],
  ['failing', null, 'The present list could not be read'],
  ['not-offered', '27 Nov, 03:00:00', 'Nothing is known of 27 Nov, 03:00:00'],
  ['failing', '27 Nov, 03:00:00', 'The list of 27 Nov, 03:00:00 could not be read'],
] as const)('a list that is %s at %s is missing because: %s', (availability, name, why) => {
  expect(whyMissing(listOf(availability), name)).toBe(why);
});
