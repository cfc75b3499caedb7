import { expect, test } from 'vitest';
import type { ChangeSource } from '#app/components/changes/use-changes.ts';
import { exact } from '#domain/lists/claim.ts';
import type { Change } from '#domain/memory/changes.ts';
import { groupChanges } from '#domain/memory/group-changes.ts';
import { answerAt, failureAt } from '#testing/feeds.ts';
import { exportedChanges } from './exported.ts';

const ofSession = { coverage: [], record: null };

const noon = Date.parse('2026-03-12T12:00:00Z');

const seen = (id: string, part: Partial<Change>): Change => ({
  at: noon,
  kind: 'state',
  subject: 'node',
  id,
  name: id,
  region: 'fra1',
  from: 'operational',
  to: 'degraded',
  notBefore: noon - 60_000,
  ...part,
});

test('the shown changes are one row per subject, below their sources', async () => {
  const groups = groupChanges(
    [seen('b', {}), seen('a', {}), seen('c', { kind: 'moved', from: 'fra1', to: 'lhr1', notBefore: null })],
    {},
  );
  const exported = exportedChanges(
    { slug: 'edge', source: 'https://edge.example' },
    groups,
    {
      ...ofSession,
      changes: { groups, sources: [] },
      covered: { from: noon - 300_000, to: noon },
      oldest: noon - 200_000,
    },
    { text: '', where: { kind: ['state', 'move'] } },
  );
  const heading = new Map(exported.heading);
  expect(heading.get('range')).toBe('2026-03-12T11:56:40.000Z to 2026-03-12T12:00:00.000Z');
  expect(heading.get('claim')).toBe(
    'at least: changes that reverted between two polls were not seen, and changes before 2026-03-12T11:56:40.000Z were not stored',
  );
  expect(heading.get('rows')).toBe('3 of 3');
  expect(heading.get('filter')).toBe('kind state or move');
  const rows = await exported.cells(0, 1_000);
  expect(
    rows.map((row) => Object.fromEntries(exported.names.map((name, index) => [name, row[index]]))),
  ).toEqual([
    expect.objectContaining({
      entry: 1,
      id: 'a',
      severity: 'degraded',
      seen_otherwise_at: '2026-03-12T11:59:00.000Z',
    }),
    expect.objectContaining({ entry: 1, id: 'b', from: 'operational', to: 'degraded' }),
    expect.objectContaining({ entry: 2, id: 'c', change: 'moved', from: 'fra1', to: 'lhr1', severity: null }),
  ]);
});

test('an export without changes states what was not read', async () => {
  const minutes = (count: number) => noon - count * 60_000;
  const answer = answerAt(minutes(2), null);
  const failure = failureAt(minutes(0), { since: minutes(1), summary: 'HTTP 503' });
  const list = { path: '/api/v2/nodes', availability: 'offered', claim: null } as const;
  const sightOf = (looked: Partial<ChangeSource>) =>
    exportedChanges(
      { slug: 'edge', source: 'https://edge.example' },
      [],
      {
        ...ofSession,
        covered: { from: noon, to: noon },
        oldest: null,
        changes: { groups: [], sources: [{ ...list, feed: { answer: null, failure: null }, ...looked }] },
      },
      { text: '', where: {} },
    ).heading.filter(([name]) => name.endsWith(list.path));
  expect(sightOf({ feed: { answer, failure: null }, claim: exact })).toEqual([
    ['read /api/v2/nodes', '2026-03-12T11:58:00.000Z'],
  ]);
  expect(sightOf({ feed: { answer, failure }, claim: { kind: 'at-least', reasons: [] } })).toEqual([
    ['read /api/v2/nodes', '2026-03-12T11:58:00.000Z'],
    ['not read /api/v2/nodes', 'since 2026-03-12T11:59:00.000Z: HTTP 503'],
    [
      'incomplete /api/v2/nodes',
      'the list is not known to be complete, so items that appeared or vanished are not shown',
    ],
  ]);
  expect(sightOf({ feed: { answer: null, failure } })).toEqual([
    ['not read /api/v2/nodes', 'never: HTTP 503, so none of its changes were seen'],
  ]);
  expect(sightOf({})).toEqual([
    ['not read /api/v2/nodes', 'never: no answer yet, so none of its changes were seen'],
  ]);
  expect(sightOf({ availability: 'not-offered' })).toEqual([
    ['not read /api/v2/nodes', 'never: not offered by this deployment'],
  ]);
});

test('an export of the history record states its range, how far it was read, and its gaps', () => {
  const groups = groupChanges([seen('a', {})], {});
  const covered = { from: noon - 3_600_000, to: noon };
  const blind = {
    endpoint: '/api/v2/status',
    from: '2026-03-12T11:10:00.000Z',
    to: '2026-03-12T11:20:00.000Z',
    outcome: 'blind',
    cause: 'host-stopped',
    detail: null,
    looks: 0,
    longestSeconds: 600,
    complete: true,
  } as const;
  const headingOf = (oldest: number | null) =>
    new Map(
      exportedChanges(
        { slug: 'edge', source: 'https://edge.example' },
        groups,
        {
          changes: { groups, sources: [] },
          record: { value: { knownUntil: noon - 1_000 }, failure: null },
          covered,
          oldest,
          coverage: [blind],
        },
        { text: '', where: {} },
      ).heading,
    );
  const whole = headingOf(null);
  expect(whole.get('range')).toBe('2026-03-12T11:00:00.000Z to 2026-03-12T12:00:00.000Z');
  expect(whole.get('recorded until')).toBe('2026-03-12T11:59:59.000Z');
  expect(whole.get('not observed /api/v2/status')).toBe(
    '2026-03-12T11:10:00.000Z to 2026-03-12T11:20:00.000Z: this host was stopped',
  );
  const part = headingOf(noon - 600_000);
  expect(part.get('range')).toBe('2026-03-12T11:50:00.000Z to 2026-03-12T12:00:00.000Z');
  expect(part.get('claim')).toContain('changes before 2026-03-12T11:50:00.000Z were not loaded');
});
