import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { requestUpstream } from './upstream.ts';

/** Connections whose DNS server never answers, and which have no timeout of their own. */
function hangingConnections(): Agent {
  const lookup: LookupFunction = (_host, _options, callback) => {
    // The timer keeps the lookup from being garbage-collected.
    const timer = setTimeout(() => callback(new Error('too late'), ''), 600_000);
    onTestFinished(() => clearTimeout(timer));
  };
  return new Agent({ connect: { lookup, timeout: 0 } });
}

const limits = { headersMilliseconds: 30, totalMilliseconds: 60_000, maximumBodyBytes: 1_000 };

test('a request ends at its timeout, also while it connects', async () => {
  const { signal } = new AbortController();
  expect(await requestUpstream(hangingConnections(), 'http://edge.test/', limits, signal)).toMatchObject({
    failure: 'timeout',
    summary: 'no response within 0.03 s',
  });
});

test('a request ends when its caller leaves, also while it connects', async () => {
  const leaving = new AbortController();
  const patient = { ...limits, headersMilliseconds: 60_000 };
  const outcome = requestUpstream(hangingConnections(), 'http://edge.test/', patient, leaving.signal);
  leaving.abort();
  expect(await outcome).toMatchObject({ failure: 'aborted' });
});
