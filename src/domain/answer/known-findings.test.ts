import { expect, test } from 'vitest';
import { isKnownFinding, parseDeparture } from './known-findings.ts';

const finding = { endpoint: '/api/v1/nodes', path: 'data[].pop' };

test.each([
  ['nothing', [], false],
  ['endpoint and field', ['/api/v1/nodes data[].pop'], true],
  ['the field, at any endpoint', ['data[].pop'], true],
  ['the endpoint, of any field', ['/api/v1/nodes'], true],
  ['another field', ['/api/v1/nodes data[].id'], false],
  ['the field at another endpoint', ['/api/v2/nodes data[].pop'], false],
  ['a beginning of the field', ['data[].po'], false],
  ['texts of another form', ['/api/v3/nodes data[].pop', ''], false],
  ['one of several', ['data[].id', 'data[].pop'], true],
])('known by %s', (_what, departures, known) => {
  expect(isKnownFinding(finding, departures)).toBe(known);
});

test.each(['', ' ', '/api/v3/nodes', '/nodes data[].pop', 'data[].zone of nodes', 'x'.repeat(300)])(
  '%j is rejected',
  (text) => {
    expect(parseDeparture(text)).toBeNull();
  },
);
