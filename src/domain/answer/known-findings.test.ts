import { expect, test } from 'vitest';
import { isKnownFinding, parseDeparture } from './known-findings.ts';

const finding = { endpoint: '/api/v1/nodes', path: 'data[].zone' };

test.each([
  ['nothing', [], false],
  ['endpoint and field', ['/api/v1/nodes data[].zone'], true],
  ['the field, at any endpoint', ['data[].zone'], true],
  ['the endpoint, of any field', ['/api/v1/nodes'], true],
  ['another field', ['/api/v1/nodes data[].id'], false],
  ['the field at another endpoint', ['/api/v2/nodes data[].zone'], false],
  ['a beginning of the field', ['data[].zon'], false],
  ['what is no departure', ['/api/v3/nodes data[].zone', ''], false],
  ['one of several', ['data[].id', 'data[].zone'], true],
])('known by %s', (_what, departures, known) => {
  expect(isKnownFinding(finding, departures)).toBe(known);
});

test.each(['', ' ', '/api/v3/nodes', '/nodes data[].zone', 'data[].zone of nodes', 'x'.repeat(300)])(
  '%j is no departure',
  (text) => {
    expect(parseDeparture(text)).toBeNull();
  },
);
