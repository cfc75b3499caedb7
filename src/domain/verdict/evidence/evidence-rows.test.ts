import { expect, test } from 'vitest';
import type { Freshness } from '#domain/answer/freshness.ts';
import { exact } from '#domain/lists/claim.ts';
import { textOf } from '#domain/sentences/clause.ts';
import { answerAt, documentOf } from '#testing/feeds.ts';
import type { ListReading } from '../tally.ts';
import { verdictOf } from '../verdict-of.ts';
import { evidenceRows } from './evidence-rows.ts';

const readAt = Date.UTC(2026, 2, 12, 2, 14, 7);

function list(words: Readonly<Record<string, number>>): ListReading {
  const groups = Object.entries(words).map(([word, count]) => ({ code: 'ams1', name: null, word, count }));
  return { availability: 'offered', freshness: 'fresh', readAt, tally: { groups, claim: exact } };
}

const unread: ListReading = { availability: 'waiting', freshness: 'waiting', readAt: null, tally: null };
const gone: ListReading = { ...unread, availability: 'not-offered' };

/** Text of each row, such as "region: 60 operational.", with its effect on the verdict. */
function told(
  status: string,
  regions: ListReading,
  nodes: ListReading,
  freshness: Freshness = 'fresh',
): readonly string[] {
  const feed = { answer: answerAt(0, documentOf(status, { API: status })), failure: null };
  const verdict = verdictOf(feed, freshness, { words: {} }, { inventory: { regions, nodes } });
  return evidenceRows(verdict, 0).map(({ subject, clauses: said, part }) =>
    [subject, textOf(said), part].join(' | '),
  );
}

const fine = list({ operational: 60 });
const document = 'document | says major outage; operational: 0 of 1 component. | leads the verdict';

test('while everything is good there are no rows, even if lists are still to be read', () => {
  expect(told('operational', fine, fine)).toEqual([]);
  expect(told('operational', unread, unread)).toEqual([]);
});

test('if the status document is not good, each list has a row before and after it is read', () => {
  expect(told('major_outage', unread, unread)).toEqual([
    document,
    'region | not read yet. | ',
    'node | not read yet. | ',
  ]);
  expect(told('major_outage', fine, list({ operational: 8, ok: 2 }))).toEqual([
    document,
    'region | 60 operational. | no part of the verdict',
    'node | 2 assumed good, 8 operational. | no part of the verdict',
  ]);
  expect(told('major_outage', fine, list({ major_outage: 3 })).at(-1)).toMatch(
    /^node \| 3 of 3 not operational: 3 major outage/,
  );
});

test('without contact all rows have the past tense, and none leads', () => {
  const lost = (words: Readonly<Record<string, number>>) => ({ ...list(words), freshness: 'lost' as const });
  expect(told('operational', lost({ major_outage: 4 }), lost({ operational: 9 }), 'lost')).toEqual([
    'document | said operational, and so did 1 of 1 component. | not read since',
    'region | ams1 said major outage. And 3 more regions were not. | not good at 02:14, not read since',
  ]);
});

test('a list that is not offered has no row', () => {
  expect(told('major_outage', gone, list({}))).toEqual([document, 'node | none. | no part of the verdict']);
  expect(told('major_outage', gone, gone)).toEqual([]);
});
