import { describe, expect, test } from 'vitest';
import { longestWord, mostWords, recordWords, type Vocabulary } from '#app/observe/session/vocabulary.ts';
import { exact } from '#domain/lists/claim.ts';
import { byField, itemsOf, ledgerOf, whereOf } from './ledger.ts';

const nothing: Vocabulary = new Map();

function answer(path: '/api/v2/nodes' | '/api/v1/nodes' | '/api/v1/assets' | '/api/v2/status', at: number) {
  return { path, receivedAt: at, unlisted: [] } as const;
}

const status = (word: string, count = 1) => ({ field: 'data[].status', word, count });

describe('the words of a deployment', () => {
  test('are grouped: documented, known elsewhere, never seen before', () => {
    const words = ['operational', 'draining', 'flux', 'constructor', '__proto__', ''].map((word) =>
      status(word),
    );
    const nodes = recordWords(nothing, answer('/api/v2/nodes', 1), words, exact);
    const cache = (word: string) => ({ field: 'data[].cache_status', word, count: 1 });
    const all = recordWords(
      nodes,
      answer('/api/v1/assets', 2),
      [cache('HIT'), cache('TCP_MISS'), cache('LUKEWARM')],
      exact,
    );
    const ledger = ledgerOf(all);
    expect(ledger.documented.map(({ word }) => word)).toEqual(['operational', 'HIT']);
    expect(ledger.known.map(({ word }) => word)).toEqual(['draining', 'TCP_MISS']);
    expect(ledger.new.map(({ word }) => word)).toEqual(['flux', 'constructor', '__proto__', '', 'LUKEWARM']);
    expect(byField(ledger.documented).map(([where]) => where)).toEqual(['node.status', 'asset.cache_status']);
  });

  test('keep their first time while the same endpoint sends them, and after it stops', () => {
    const first = recordWords(nothing, answer('/api/v2/nodes', 1_000), [status('flux', 3)], exact);
    const second = recordWords(first, answer('/api/v1/nodes', 2_000), [status('flux', 2)], exact);
    const third = recordWords(second, answer('/api/v2/nodes', 3_000), [], exact);
    const [word] = ledgerOf(third).new;
    if (!word) throw new Error('the word was forgotten');
    expect(word.firstSeenAt).toBe(1_000);
    expect(itemsOf(word)).toEqual({ count: 2, claim: exact });
    const [gone] = ledgerOf(recordWords(third, answer('/api/v1/nodes', 4_000), [], exact)).new;
    expect(gone && itemsOf(gone)).toBeNull();
  });

  test('are bounded, however many a service sends and however long', () => {
    let all = nothing;
    for (let poll = 0; poll < 50; poll += 1) {
      const words = Array.from({ length: 40 }, (_, index) => status(`${poll}-${index}-${'x'.repeat(2_000)}`));
      all = recordWords(all, answer('/api/v2/nodes', poll), words, exact);
    }
    expect(all.size).toBe(mostWords);
    for (const { word } of all.values()) expect(word).toHaveLength(longestWord);
    // Each field has a limit of its own.
    const name = { field: 'components[].name', word: 'Gizmo', count: 1 };
    expect(recordWords(all, answer('/api/v2/status', 60), [name], exact).size).toBe(mostWords + 1);
  });

  test('are listed beside undocumented members', () => {
    const unlisted = [{ path: 'data[].tier', type: 'string', count: 4 }];
    const { member } = ledgerOf(
      recordWords(nothing, { path: '/api/v2/nodes', receivedAt: 5, unlisted }, [], exact),
    );
    expect(member).toMatchObject([{ field: 'data[].tier', word: 'string', firstSeenAt: 5 }]);
    expect(member.map(whereOf)).toEqual(['node.tier']);
  });
});
