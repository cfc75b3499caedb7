import { describe, expect, test } from 'vitest';
import { plain } from '../sentences/clause.ts';
import type { Change, SubjectKind } from './changes.ts';
import { type ChangeGroup, claimOfGroup, gainOf, groupChanges } from './group-changes.ts';
import { recentGroups } from './recent-groups.ts';

const noon = Date.parse('2026-03-12T12:00:00Z');
const second = 1_000;
const minute = 60 * second;

function change(seconds: number, part: Partial<Change> = {}): Change {
  const id = part.id ?? 'nod_1';
  return {
    at: noon + seconds * second,
    kind: 'state',
    subject: 'node',
    id,
    name: id,
    region: 'fra1',
    from: 'operational',
    to: 'degraded',
    notBefore: null,
    ...part,
  };
}

const recovered = { from: 'degraded', to: 'operational' } as const;
const region = (code: string) => ({ subject: 'region', id: code, region: code }) as const;
const moved = (to: string) => ({ kind: 'moved', from: 'fra1', to, region: to }) as const;
const grown = { kind: 'capacity', from: '40G', to: '100G' } as const;
const component = (name: string) => ({ subject: 'component', id: name, region: null }) as const;
const lost = { kind: 'contact-lost', subject: 'endpoint', region: null, from: null } as const;

/** A change by which a contradiction between a region and its nodes begins or ends. */
function contradiction(
  code: string,
  kind: 'contradicted' | 'contradiction-ended' = 'contradicted',
): Partial<Change> {
  const sentence = `${code} operational; its only node is not.`;
  return {
    ...region(code),
    kind,
    id: `region-nodes ${code} operational`,
    from: kind === 'contradicted' ? null : sentence,
    to: kind === 'contradicted' ? sentence : null,
    contradiction: {
      kind: 'region-nodes',
      id: `${code} operational`,
      subject: 'region',
      name: code,
      severity: 'critical',
      sentence: [plain(sentence)],
      rows: { page: 'region', id: code },
    },
  };
}

/** Groups changes that are given in order of time. */
function grouped(...seen: readonly Change[]): readonly ChangeGroup[] {
  return groupChanges(seen.toReversed(), {});
}

function ids(groups: readonly ChangeGroup[]): readonly string[] {
  return groups.map(({ members }) => members.map(({ id }) => id).join(' '));
}

describe('one entry', () => {
  test.each([
    ['nodes of a region', [change(0, { id: 'a' }), change(60, { id: 'b' })], ['a b']],
    ['not what is more than a minute later', [change(0, { id: 'a' }), change(61, { id: 'b' })], ['b', 'a']],
    [
      'not what was otherwise before',
      [change(0, { id: 'a' }), change(0, { id: 'b', from: 'down' })],
      ['b', 'a'],
    ],
    ['not what is otherwise after', [change(0, { id: 'a' }), change(0, { id: 'b', to: 'down' })], ['b', 'a']],
    [
      'not what lies in another region',
      [change(0, { id: 'a' }), change(0, { id: 'b', region: 'lhr1' })],
      ['b', 'a'],
    ],
    [
      'contradictions of one kind, wherever',
      [change(0, contradiction('fra1')), change(1, contradiction('lhr1'))],
      ['region-nodes fra1 operational region-nodes lhr1 operational'],
    ],
    [
      'not one that began with one that ended',
      [change(0, contradiction('fra1')), change(1, contradiction('lhr1', 'contradiction-ended'))],
      ['region-nodes fra1 operational', 'region-nodes lhr1 operational'],
    ],
    [
      'a region with its own nodes, led by it',
      [change(0, { id: 'a' }), change(30, region('fra1'))],
      ['fra1 a'],
    ],
    ['not two regions', [change(0, region('fra1')), change(0, region('lhr1'))], ['lhr1', 'fra1']],
    [
      'nodes without a region, in whatever words',
      [change(0, { id: 'a', region: null, to: 'wobbly' }), change(0, { id: 'b', region: null, to: 'wobbly' })],
      ['a b'],
    ],
    [
      'nodes that moved from one region to another',
      [change(0, { id: 'a', ...moved('lhr1') }), change(9, { id: 'b', ...moved('lhr1') })],
      ['a b'],
    ],
    [
      'not nodes that moved apart',
      [change(0, { id: 'a', ...moved('lhr1') }), change(0, { id: 'b', ...moved('zrh1') })],
      ['b', 'a'],
    ],
    ['components', [change(0, component('API')), change(0, component('Cache'))], ['API Cache']],
    [
      'what is gone, whatever it was',
      [
        change(0, { id: 'a', kind: 'gone', to: null }),
        change(0, { id: 'b', kind: 'gone', from: 'down', to: null }),
      ],
      ['a b'],
    ],
    [
      'not a component and a node',
      [change(0, { id: 'a', region: null }), change(0, component('API'))],
      ['API', 'a'],
    ],
    [
      'an endpoint once, however many questions were asked of it',
      [
        change(0, { ...lost, id: '/n', to: 'no connection' }),
        change(9, { ...lost, id: '/n', to: 'no connection' }),
      ],
      ['/n'],
    ],
  ] satisfies readonly (readonly [string, readonly Change[], readonly string[]])[])(
    '%s',
    (_case, seen, expected) => {
      expect(ids(grouped(...seen))).toEqual(expected);
    },
  );

  test('a change of the complete fleet makes one entry for each region', () => {
    const seen = Array.from({ length: 889 }, (_, index) =>
      change(0, { id: `nod_${index}`, region: `r${index % 45}` }),
    );
    const groups = grouped(...seen);
    expect(groups).toHaveLength(45);
    expect(groups.reduce((sum, { members }) => sum + members.length, 0)).toBe(889);
  });

  test('a subject that changed back and forth within the minute has an entry for each change', () => {
    const groups = grouped(change(0), change(10, recovered), change(20));
    expect(groups.map(({ at, until }) => [at, until])).toEqual([
      [noon + 20 * second, null],
      [noon, noon + 10 * second],
      [noon + 10 * second, noon + 20 * second],
    ]);
  });

  test('an entry lasts until the last of its subjects changed again', () => {
    const pair = [change(0, { id: 'a' }), change(5, { id: 'b' })];
    const half = grouped(...pair, change(300, { ...recovered, id: 'a' }));
    expect(half.find(({ isRecovery }) => !isRecovery)?.until).toBe(null);
    const whole = grouped(
      ...pair,
      change(300, { ...recovered, id: 'a' }),
      change(400, { ...recovered, id: 'b' }),
    );
    expect(whole.find(({ isRecovery }) => !isRecovery)?.until).toBe(noon + 400 * second);
  });

  test('an entry keeps its key while it grows', () => {
    const [before] = grouped(change(0, { id: 'a' }));
    const [after] = grouped(change(0, { id: 'a' }), change(9, { id: 'b' }), change(20, region('fra1')));
    expect(after?.key).toBe(before?.key);
    expect(after?.lead.id).toBe('fra1');
  });
});

test('the newest minute comes first; within a minute the worst first and recoveries last', () => {
  const groups = grouped(
    change(0, { ...recovered, id: 'early' }),
    change(1, { id: 'worst', to: 'major_outage' }),
    change(2, { id: 'unknown', to: 'wobbly' }),
    change(3, { id: 'degraded' }),
    change(4, { id: 'maintained', to: 'maintenance' }),
    change(5, { ...recovered, id: 'late', from: 'down' }),
    change(70, { ...recovered, id: 'next' }),
  );
  expect(ids(groups)).toEqual(['next', 'worst', 'degraded', 'unknown', 'maintained', 'late', 'early']);
});

test.each([
  ['good again', recovered, true],
  ['good after maintenance', { from: 'maintenance', to: 'operational' }, false],
  ['less bad', { from: 'major_outage', to: 'degraded' }, false],
  ['good by another word', { from: 'operational', to: 'OK' }, false],
  ['read again', { ...lost, kind: 'contact-restored' }, true],
] as const)('a recovery: %s', (_case, part, expected) => {
  expect(grouped(change(0, part))[0]?.isRecovery).toBe(expected);
});

test('a node that moves or grows keeps its state, and its entry has no severity', () => {
  const groups = grouped(change(0), change(90, moved('lhr1')), change(91, grown));
  expect(groups.map(({ lead, severity, until }) => [lead.kind, severity, until])).toEqual([
    ['capacity', null, null],
    ['moved', null, null],
    ['state', 'degraded', null],
  ]);
});

test.each([
  ['what all of them grew', [grown, { ...grown, id: 'b' }], 120],
  ['what they shrank', [{ ...grown, from: '100G', to: '40G' }], -60],
  ['nothing where a text is no capacity', [{ ...grown, to: 'much' }], null],
] as const)('the sum of capacity changes is %s', (_case, seen, expected) => {
  const [group] = grouped(...seen.map((part) => change(0, part)));
  expect(group && gainOf(group)).toBe(expected);
});

test.each([
  ['a word that nobody knows', { to: 'wobbly', isNewWord: true }, true],
  ['one that was seen before', { to: 'wobbly' }, false],
  ['one that is known', { isNewWord: true }, false],
] as const)('an entry has a new word: %s', (_case, part, expected) => {
  expect(grouped(change(0, part))[0]?.isNewWord).toBe(expected);
});

test('configured classes of words count', () => {
  const [group] = groupChanges([change(0, { to: 'hot' })], { hot: 'critical' });
  expect(group?.severity).toBe('critical');
});

describe('recent entries', () => {
  const recoveries = Array.from({ length: 30 }, (_, index) =>
    change(60 * index + 120, { ...recovered, id: `r${index}`, region: `r${index}` }),
  );
  const problems = Array.from({ length: 30 }, (_, index) =>
    change(60 * index, { id: `p${index}`, region: `p${index}` }),
  );
  const shown = (groups: readonly ChangeGroup[], now = noon + 60 * minute) =>
    ids(recentGroups(groups, 11, now));

  test('keep a problem before any number of later recoveries', () => {
    const groups = grouped(change(0, { ...component('API'), to: 'major_outage' }), ...recoveries);
    const recent = shown(groups);
    expect(recent).toHaveLength(11);
    expect(recent.at(-1)).toBe('API');
  });

  test('have problems in half of the places if there are enough', () => {
    const recent = shown(
      grouped(...problems, ...recoveries.map((each) => ({ ...each, at: each.at + 40 * minute }))),
    );
    expect(recent.filter((id) => id.startsWith('p'))).toEqual(['p29', 'p28', 'p27', 'p26', 'p25', 'p24']);
  });

  test('keep the worst problems if there are too many', () => {
    expect(shown(grouped(change(-600, { id: 'major', to: 'major_outage' }), ...problems))).toContain('major');
  });

  test('give up a problem older than a day', () => {
    const groups = grouped(change(0, { to: 'major_outage' }), ...recoveries);
    expect(shown(groups, noon + 25 * 60 * minute)).not.toContain('nod_1');
  });

  test('reserve no place for contradictions', () => {
    const groups = grouped(change(0, contradiction('fra1')), ...recoveries);
    expect(shown(groups)).not.toContain('region-nodes fra1 operational');
  });

  test('are all entries if there is room', () => {
    const groups = grouped(...recoveries.slice(0, 3), ...problems.slice(0, 3));
    expect(recentGroups(groups, 11, noon)).toEqual(groups);
  });
});

test('a contradiction lasts until its end, which is a recovery', () => {
  const [began, ended] = grouped(
    change(0, contradiction('fra1')),
    change(20, { ...region('fra1'), to: 'down' }),
    change(50, contradiction('fra1', 'contradiction-ended')),
  ).filter(({ lead }) => lead.contradiction);
  expect(began).toMatchObject({ severity: 'critical', isRecovery: false, until: noon + 50 * second });
  expect(ended).toMatchObject({ severity: null, isRecovery: true });
});

test.each([
  [null, 'exact'],
  [-61, 'exact'],
  [-60, 'at-least'],
  [0, 'at-least'],
] as const)('with changes deleted at %j, the size of a group is %s', (seconds, kind) => {
  const [group] = grouped(change(0, { id: 'a' }), change(1, { id: 'b' }));
  const forgotten = new Map<SubjectKind, number>(
    seconds === null ? [['region', noon]] : [['node', noon + seconds * second]],
  );
  expect(group && claimOfGroup(group, forgotten).kind).toBe(kind);
});
