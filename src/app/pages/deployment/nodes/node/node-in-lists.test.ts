import { describe, expect, test } from 'vitest';
import type { Node } from '#contract/resources.ts';
import { type Claim, exact } from '#domain/lists/claim.ts';
import { differences, listsWithNode, type NodeInList, statementInWords } from './node-in-lists.ts';

const cut: Claim = { kind: 'at-least', reasons: ['the service says there are more'] };

function node(status: string | null, more: Partial<Node> = {}): Node {
  return { id: 'nod_1', created_at: '2026-01-01T00:00:00Z', pop: 'fra1', status, capacity: '100G', ...more };
}

function entry(version: 'v1' | 'v2', found: Node | null, more: Partial<NodeInList> = {}): NodeInList {
  const path = `/api/${version}/nodes`;
  return { version, path, node: found, others: [], rows: found ? 1 : 0, listed: 100, claim: exact, ...more };
}

describe('a node in two lists', () => {
  test.each([
    ['operational', 'degraded', 'v1'],
    ['degraded', 'operational', 'v2'],
    ['operational', 'operational', 'v2'],
    ['operational', 'flux', 'v1'],
    ['operational', null, 'v1'],
  ] as const)('that is %s in v2 and %s in v1 is shown by %s', (v2, v1, version) => {
    const listed = listsWithNode([entry('v2', node(v2)), entry('v1', node(v1))], {});
    expect(listed[0]?.version).toBe(version);
  });

  test('has its differences named field by field', () => {
    const named = listsWithNode(
      [entry('v2', node('operational')), entry('v1', node('operational', { capacity: '40G' }))],
      {},
    );
    expect(differences(named)).toEqual([
      {
        field: 'capacity',
        values: [
          { version: 'v2', value: '100G' },
          { version: 'v1', value: '40G' },
        ],
      },
    ]);
  });

  test('with equal rows has no differences', () => {
    const same = node('degraded');
    expect(differences(listsWithNode([entry('v2', same), entry('v1', { ...same })], {}))).toEqual([]);
  });
});

test('a node in no list has no entry', () => {
  expect(listsWithNode([entry('v2', null)], {})).toEqual([]);
});

test.each([
  [entry('v2', node('operational')), 'names it'],
  [
    entry('v2', node('degraded'), { rows: 3, others: [node('flux'), node('operational')] }),
    'names it 3 times: degraded, “flux”, operational; the worst is shown',
  ],
  [entry('v2', null, { listed: 2674 }), 'does not name it among its 2,674'],
  [entry('v2', null, { claim: cut }), 'does not name it among the 100 listed; the service says there are more'],
])('a list is described', (given, words) => {
  expect(statementInWords(given, {})).toBe(words);
});
