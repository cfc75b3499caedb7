import { expect, test } from 'vitest';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { classify } from '../severity/classify.ts';
import { orderedComponents } from './component-order.ts';
import { type ComponentState, verdictOfReading } from './verdict.ts';

const ofWords = (words: Readonly<Record<string, string>>) =>
  verdictOfReading(answerAt(0, documentOf('operational', words)), null, 'fresh', {}).components;

const names = (components: readonly ComponentState[]) => components.map(({ name }) => name);

test('components that are not operational come first, worst first, the others in the order of the service', () => {
  const { pinned, others } = orderedComponents(
    ofWords({
      API: 'operational',
      Cache: 'degraded',
      Export: 'outage',
      Ingest: 'OK',
      Storage: 'maintenance',
      Routing: 'degraded',
    }),
  );
  expect(names(pinned.map(({ component }) => component))).toEqual(['Export', 'Cache', 'Routing', 'Storage']);
  expect(names(others)).toEqual(['API', 'Ingest']);
  expect(pinned.map(({ place }) => place)).toEqual([null, null, null, null]);
});

test('components with the same name have their position in the order of the service', () => {
  const components = Array.from({ length: 600 }, (_, index) => ({
    id: `Edge ${index}`,
    name: 'Edge',
    state: classify(index === 101 ? 'degraded' : index === 377 ? 'outage' : 'operational'),
  }));
  const { pinned, others } = orderedComponents(components);
  expect(pinned.map(({ place }) => place)).toEqual([378, 102]);
  expect(others).toHaveLength(598);
});
