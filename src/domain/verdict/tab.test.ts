import { expect, test } from 'vitest';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { type TabSnapshot, tabStateOf } from './tab.ts';
import { documentVerdict } from './verdict.ts';

function snapshot(words: Readonly<Record<string, string>>, freshness: 'fresh' | 'late' = 'fresh'): TabSnapshot {
  const feed = { answer: answerAt(0, documentOf('operational', words)), failure: null };
  return { verdict: documentVerdict(feed, freshness, {}), age: 180_000 };
}

const good = snapshot({ API: 'operational' });
const bad = snapshot({ API: 'degraded', Cache: 'major_outage', Export: 'operational' });

test('a tab shows the worst severity and the number of problems', () => {
  expect(tabStateOf([good], false)).toEqual({ severity: 'ok', text: 'Operational' });
  expect(tabStateOf([good, bad], false)).toEqual({ severity: 'critical', text: '(2) Major outage' });
});

test('a tab with an old response shows its age, and no good word', () => {
  const { severity, text } = tabStateOf([snapshot({ API: 'operational' }, 'late')], false);
  expect(severity).toBe('unvouched');
  expect(text).toMatch(/3\smin old$/);
});

test('a tab without contact shows "Blind", and one before the first response shows nothing', () => {
  expect(tabStateOf([good], true)).toEqual({ severity: 'unvouched', text: 'Blind' });
  expect(tabStateOf([], false).text).toBe('');
});
