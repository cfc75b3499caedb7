import { expect, test } from 'vitest';
import { answerAt, documentOf } from '#testing/feeds.ts';
import { evidenceOf } from './evidence/evidence.ts';
import { vanishedComponents, withVanished } from './vanished.ts';
import { documentVerdict } from './verdict.ts';

const missing = vanishedComponents([
  { id: 'Cache', name: 'Cache', lastSeen: Date.parse('2026-03-01T02:14:00Z'), acknowledged: false },
]);
const said = (verdict: Parameters<typeof evidenceOf>[0]) =>
  evidenceOf(verdict)
    .map(({ text }) => text)
    .join('');

test('a vanished component leads if nothing is worse, and is counted', () => {
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

test('a state that several components share is stated once', () => {
  const lastSeen = Date.parse('2026-03-01T02:14:00Z');
  const names = ['Cache', 'Export', 'Ingest', 'Routing', 'Storage', 'Telemetry', 'Webhooks'];
  const feed = { answer: answerAt(0, documentOf('operational', { API: 'operational' })), failure: null };
  const gone = (count: number) =>
    vanishedComponents(
      names.slice(0, count).map((name) => ({ id: name, name, lastSeen, acknowledged: false })),
    );
  const sentence = (count: number) => said(withVanished(documentVerdict(feed, 'fresh', {}), gone(count)));
  expect(sentence(2)).toMatch(/^Cache and Export no longer listed, last seen 02:14\. 1 of 3 components/);
  expect(sentence(7)).toMatch(
    /^Cache, Export, Ingest, Routing, Storage and 2 more no longer listed, last seen 02:14\. 1 of 8/,
  );
});

test('a vanished component does not mask an outage', () => {
  const feed = { answer: answerAt(0, documentOf('operational', { API: 'major_outage' })), failure: null };
  const verdict = withVanished(documentVerdict(feed, 'fresh', {}), missing);
  expect([verdict.severity, verdict.headline.text]).toEqual(['critical', 'Major outage']);
  expect(verdict.exceptions.map(({ name }) => name)).toEqual(['API', 'Cache']);
});

test('an unconfirmed verdict keeps its headline', () => {
  const feed = { answer: answerAt(0, documentOf('operational', { API: 'operational' })), failure: null };
  expect(withVanished(documentVerdict(feed, 'lost', {}), missing).headline.text).toBe('No contact');
  const silent = documentVerdict({ answer: null, failure: null }, 'waiting', {});
  expect(withVanished(silent, missing)).toBe(silent);
});
