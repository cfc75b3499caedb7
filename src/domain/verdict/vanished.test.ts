import { expect, test } from 'vitest';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { evidenceOf } from './evidence.ts';
import { vanishedComponents, withVanished } from './vanished.ts';
import { documentVerdict } from './verdict.ts';

const missing = vanishedComponents([
  { id: 'Cache', name: 'Cache', lastSeen: Date.parse('2026-03-01T02:14:00Z'), acknowledged: false },
]);
const said = (verdict: Parameters<typeof evidenceOf>[0]) =>
  evidenceOf(verdict)
    .map(({ text }) => text)
    .join('');

test('a component that is no longer listed leads where nothing is worse, and is counted', () => {
  const feed = {
    answer: answerAt(0, documentOf('operational', { API: 'operational', Export: 'notice' })),
    failure: null,
  };
  const verdict = withVanished(documentVerdict(feed, 'fresh', {}), missing);
  expect(verdict.severity).toBe('vanished');
  expect(verdict.headline.text).toBe('1 component no longer listed');
  expect(said(verdict)).toContain('Cache no longer listed, last seen 02:14');
  expect(said(verdict)).toContain('1 of 3 components reports operational');
  expect(verdict.counts.get('vanished')).toBe(1);
});

test('a known outage is not masked by it', () => {
  const feed = { answer: answerAt(0, documentOf('operational', { API: 'major_outage' })), failure: null };
  const verdict = withVanished(documentVerdict(feed, 'fresh', {}), missing);
  expect([verdict.severity, verdict.headline.text]).toEqual(['critical', 'Major outage']);
  expect(verdict.exceptions.map(({ name }) => name)).toEqual(['API', 'Cache']);
});

test('what is not vouched for keeps its own headline', () => {
  const feed = { answer: answerAt(0, documentOf('operational', { API: 'operational' })), failure: null };
  expect(withVanished(documentVerdict(feed, 'lost', {}), missing).headline.text).toBe('No contact');
  const silent = documentVerdict({ answer: null, failure: null }, 'waiting', {});
  expect(withVanished(silent, missing)).toBe(silent);
});
