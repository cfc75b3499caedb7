import { expect, test } from 'vitest';
import type { Deployment } from '#contract/host.ts';
import type { Change } from '#domain/memory/changes.ts';
import { groupChanges } from '#domain/memory/group-changes.ts';
import { recentChanges } from './recent-changes.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

function deploymentOf(slug: string): Deployment {
  return { slug, name: slug, baseUrl: '', shownUrl: '', demo: false, words: {} };
}

/**
 * A change.
 *
 * @param ago - seconds since the change.
 */
function change(ago: number, id: string, from: string, to: string): Change {
  const isComplete = id === '';
  return {
    at: now - ago * 1000,
    kind: 'state',
    subject: isComplete ? 'status' : 'component',
    id,
    name: isComplete ? 'Overall status' : id,
    region: null,
    from,
    to,
    notBefore: null,
  };
}

function chosen(changed: Readonly<Record<string, readonly Change[]>>) {
  const all = Object.entries(changed).map(([slug, changes]) => ({
    deployment: deploymentOf(slug),
    groups: groupChanges(changes, {}),
  }));
  return recentChanges(all, 12, now);
}

function told(changed: Readonly<Record<string, readonly Change[]>>) {
  return chosen(changed).changes.map(({ group, deployments }) => [
    group.lead.name,
    group.lead.to,
    deployments.map(({ slug }) => slug).join(' '),
  ]);
}

test('the same change of several deployments within a minute is listed once, newest first', () => {
  const [down, up] = [
    (ago: number) => change(ago, 'API', 'operational', 'degraded'),
    (ago: number) => change(ago, 'API', 'degraded', 'operational'),
  ];
  expect(told({ eu: [up(10), down(300)], us: [up(15), down(500)], core: [down(310)] })).toEqual([
    ['API', 'operational', 'eu us'],
    ['API', 'degraded', 'eu core'],
    ['API', 'degraded', 'us'],
  ]);
});

test('the overall status is listed only if no part has the same change', () => {
  const whole = (ago: number) => change(ago, '', 'operational', 'major_outage');
  expect(told({ eu: [change(20, 'API', 'operational', 'major_outage'), whole(20)], us: [whole(90)] })).toEqual([
    ['API', 'major_outage', 'eu'],
    ['Overall status', 'major_outage', 'us'],
  ]);
});

test('the list has a fixed length for any number of changes', () => {
  const many = (name: string) =>
    Array.from({ length: 40 }, (_, index) => change(index * 120, `${name}${index}`, 'operational', 'degraded'));
  const { changes, isCut } = chosen(
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`d${index}`, many(`c${index} `)])),
  );
  expect(changes).toHaveLength(12);
  expect(isCut).toBe(true);
  expect(chosen({})).toEqual({ changes: [], isCut: false });
  expect(chosen({ eu: many('c').slice(0, 12) }).isCut).toBe(false);
});
