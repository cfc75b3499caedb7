import { describe, expect, test } from 'vitest';
import { comparedTextIn, deploymentAtText, setCompared } from './compared-address.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const textOf = (search: string) => comparedTextIn(new URLSearchParams(search), now);

describe('the moment with which a page is compared', () => {
  test('is a time or the present', () => {
    expect(textOf('?against=2026-11-27T03:00:00Z')).toBe('2026-11-27T03:00:00Z');
    expect(textOf('?at=2026-11-27T03:00:00Z&against=now')).toBe('now');
  });

  test.each([
    '',
    '?against=now',
    '?at=2026-11-27T03:00:00Z',
    '?against=yesterday',
    '?against=2026-11-28T12:00:06Z',
  ])('is absent in "%s"', (search) => expect(textOf(search)).toBeNull());

  test('is in the address, beside what else is there', () => {
    const parameters = new URLSearchParams('?sort=id&at=2026-11-27T03:00:00Z');
    setCompared(parameters, Date.parse('2026-11-27T02:00:00Z'), null);
    expect(Object.fromEntries(parameters)).toEqual({ sort: 'id', against: '2026-11-27T02:00:00Z' });
    setCompared(parameters, null, Date.parse('2026-11-27T02:00:00.5Z'));
    expect(Object.fromEntries(parameters)).toEqual({
      sort: 'id',
      against: 'now',
      at: '2026-11-27T02:00:00.500Z',
    });
  });

  test('has a deployment of its own', () => {
    const present = {
      slug: 'edge',
      name: 'Edge',
      baseUrl: 'deployments/edge',
      shownUrl: 'edge',
      demo: false,
      words: {},
    };
    expect(deploymentAtText(present, 'now')).toBe(present);
    expect(deploymentAtText(present, '2026-11-27T03:00:00Z').slug).toBe('edge@2026-11-27T03:00:00Z');
  });
});
