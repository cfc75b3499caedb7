import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FailureKind, type FailureReason, failureKinds, failureReasons } from '#contract/failure.ts';
import { failureAt } from '#testing/feeds.ts';
import { causeOf, remedyOfWord } from './cause.ts';
import { remedyOf } from './remedy.ts';

const document = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

type Case = [
  failure: readonly [FailureKind, FailureReason | null, number | null, summary?: string],
  headline: string,
  seen: string,
  named: string,
];

/** Failure → expected headline, observed fact, and text in the remedy. */
const table: readonly Case[] = [
  [
    ['tls', 'certificate-expired', 502, 'it has expired'],
    'Certificate expired',
    'It has expired',
    'No setting',
  ],
  [['tls', 'certificate-early', 502, 'not yet'], 'Certificate not valid yet', 'Not yet', 'clock'],
  [['tls', 'certificate-untrusted', 502], 'Certificate not trusted', 'No connection', 'deployments[].tls.ca'],
  [
    ['tls', 'certificate-name', 502],
    'Certificate for another name',
    'No connection',
    'deployments[].tls.serverName',
  ],
  [['tls', 'client-certificate', 502], 'Client certificate refused', 'No connection', 'deployments[].tls'],
  [['unreachable', 'proxy', 502], 'No way through the proxy', 'No connection', 'deployments[].proxy'],
  [['tls', 'not-tls', 502], 'No https there', 'No connection', 'deployments[].baseUrl'],
  [['tls', null, 502], 'No secure connection', 'No connection', 'TLS'],
  [['unreachable', 'name-unknown', 502], 'Name not found', 'No connection', 'deployments[].baseUrl'],
  [['unreachable', 'connection-refused', 502], 'Connection refused', 'No connection', 'deployments[].baseUrl'],
  [
    ['unreachable', 'address-refused', 502],
    'Address not allowed',
    'No connection',
    'deployments[].allowAddresses',
  ],
  [['unreachable', null, 502], 'No connection', 'No connection', 'network'],
  [
    ['unreachable', 'own-host', null],
    'No contact',
    'The server of this page does not respond',
    'server of this page',
  ],
  [
    ['unreachable', 'cross-origin', null],
    'Not readable from here',
    'The browser got no usable response',
    'docs/operate/plain-files.md',
  ],
  [
    ['refused', null, 401],
    'Refused: no credential',
    'The service returns no connection',
    'deployments[].headers',
  ],
  [['refused', null, 403], 'Not allowed', 'The service returns no connection', 'deployments[].headers'],
  [
    ['refused', 'credential-refused', 401, 'HTTP 401: no'],
    'Credential refused',
    'The service returns HTTP 401',
    'No restart',
  ],
  [
    ['refused', 'credential-refused', 403],
    'Not allowed',
    'The service returns no connection',
    'deployments[].headers',
  ],
  [
    ['refused', 'session-ended', 401],
    'Session ended',
    'The server of this page requires a log-in',
    'Log in again',
  ],
  ...[0, 200, 401, 403].map(
    (status): Case => [
      ['refused', 'proxy-log-in', status],
      'Log-in ended',
      'Your log-in at the proxy has ended. Reload to log in',
      'Reload this page',
    ],
  ),
  [
    ['timeout', null, 504, 'no response within 10 s'],
    'No response in time',
    'No response within 10 s',
    'limits.timeoutSeconds',
  ],
  [['timeout', null, null], 'No response in time', 'No connection', 'limits.totalMilliseconds'],
  [['protocol', null, 502], 'Not valid HTTP', 'No connection', 'edgewatch check'],
  [['redirect', null, 502], 'Redirected', 'No connection', 'deployments[].baseUrl'],
  [['not-json', 'web-page', 502], 'A web page responds', 'No connection', 'deployments[].baseUrl'],
  [['not-json', null, 200], 'Response is not JSON', 'No connection', 'edgewatch check'],
  [['contract', null, 200], 'Not this API', 'No connection', 'edgewatch check'],
  [['too-large', null, 502], 'Response too large', 'No connection', 'limits.maximumBodyBytes'],
  [
    ['http', null, 503, 'HTTP 503'],
    'Answers HTTP 503',
    'The service returns HTTP 503',
    'Nothing has to change',
  ],
  [['http', null, 429, 'HTTP 429'], 'Answers HTTP 429', 'The service returns HTTP 429', 'pollSeconds'],
  [
    ['http', null, 410, 'HTTP 410'],
    'No longer offered',
    'The service returns HTTP 410',
    'deployments[].baseUrl',
  ],
  [['aborted', null, null], 'No contact', 'No connection', 'network'],
];

describe('the cause of a failure and the next step', () => {
  test.each(table)('%j is “%s”', ([kind, reason, status, summary = 'no connection'], headline, seen, named) => {
    const failure = failureAt(0, { kind, reason, status, summary });
    expect(causeOf(failure).headline).toBe(headline);
    expect(causeOf(failure).seen).toMatch(new RegExp(`^${seen}`));
    expect(Object.values(remedyOf(failure)).join(' ')).toContain(named);
  });

  test('the next step for an error that a cache may have stored is at the cache', () => {
    const failure = failureAt(0, { kind: 'http', status: 503, mayBeStored: true });
    expect(remedyOf(failure)).toMatchObject({
      page: 'docs/operate/caches.md',
      text: expect.stringContaining('cache'),
    });
    expect(remedyOf({ ...failure, mayBeStored: false }).page).toBe('docs/operate/troubleshooting.md');
  });

  test('every kind and every reason is tested', () => {
    expect(new Set(table.map(([[kind]]) => kind))).toEqual(new Set(failureKinds));
    expect(new Set(table.flatMap(([[, reason]]) => reason ?? []))).toEqual(new Set(failureReasons));
  });

  test('the docs have each headline, and the linked page has the setting', () => {
    const failures = document('docs/operate/troubleshooting.md').toLowerCase();
    const remedies = table.map(([[kind, reason, status], headline]) => {
      const shared = headline.replace(/^Certificate not valid yet|^Answers HTTP \d+|^No longer offered/, '');
      expect(failures).toContain(shared.toLowerCase());
      return remedyOf(failureAt(0, { kind, reason, status }));
    });
    for (const { page, setting } of [...remedies, remedyOfWord]) {
      const text = document(page);
      if (setting !== null) expect(text, page).toContain(setting.replace('limits.total', 'total'));
    }
  });

  test('contains no address and no system error code', () => {
    const said = table.map(([[kind, reason, status]]) => {
      const failure = failureAt(0, { kind, reason, status });
      return JSON.stringify([causeOf(failure), remedyOf(failure)]);
    });
    expect(said.join(' ')).not.toMatch(/\bE[A-Z]{4,}\b|\b\d+\.\d+\.\d+\.\d+\b|:\/\//);
  });
});
