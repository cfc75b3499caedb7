/**
 * Test helpers: a real HTTP server on loopback as an upstream, with a request log, and a proxied deployment
 * in front of it.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { defaultPollSeconds, defaultVerdictSettings, mostItems } from '#contract/host.ts';
import { defaultBudget, defaultSliceIntervalSeconds } from '#host/configuration/defaults.ts';
import type { ProxiedSettings } from '#host/configuration/settings.ts';
import { SharedCache } from '#host/gateway/cache/shared-cache.ts';
import type { RequestPriority } from '#host/gateway/deployment.ts';
import { ListNotes } from '#host/gateway/list-notes.ts';
import { createProxiedDeployment } from '#host/gateway/proxy.ts';
import type { Resolve } from '#host/net/addresses.ts';
import type { Secret } from '#host/net/secrets.ts';

export interface TestUpstream {
  readonly baseUrl: string;
  readonly requests: readonly IncomingMessage[];
  readonly paths: readonly string[];
}

/** An upstream with the same response for every request. It runs until the test ends. */
export async function answering(answer: (outgoing: ServerResponse) => void): Promise<TestUpstream> {
  const requests: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming);
    // The `Date` header of Node ignores fake timers.
    outgoing.setHeader('date', new Date().toUTCString());
    answer(outgoing);
  });
  return {
    baseUrl: await listenOnLoopback(server),
    requests,
    get paths() {
      return requests.map((request) => request.url ?? '');
    },
  };
}

export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

interface Overrides {
  readonly headers?: Readonly<Record<string, Secret>>;
  readonly tls?: ProxiedSettings['tls'];
  readonly proxy?: ProxiedSettings['proxy'];
  readonly basePath?: string;
  readonly budget?: number;
  readonly timeoutMilliseconds?: number;
  readonly maximumBodyBytes?: number;
  readonly slug?: string;
  /** Cache of the host. Pass one cache to two proxies, so that they act as deployments of one host. */
  readonly readings?: SharedCache;
  readonly allowAddresses?: readonly string[];
  readonly resolve?: Resolve;
  readonly report?: (line: string) => void;
}

/** Starts a proxied deployment in front of an upstream. The returned function sends requests to it. */
export function proxyTo(upstream: Pick<TestUpstream, 'baseUrl'>, overrides: Overrides = {}) {
  const totalMilliseconds = overrides.timeoutMilliseconds ?? 5000;
  const limits = {
    headersMilliseconds: totalMilliseconds,
    totalMilliseconds,
    maximumBodyBytes: overrides.maximumBodyBytes ?? 1024 * 1024,
  };
  const deployment = createProxiedDeployment({
    settings: {
      slug: overrides.slug ?? 'it',
      name: 'it',
      baseUrl: upstream.baseUrl + (overrides.basePath ?? ''),
      words: {},
      places: {},
      verdict: defaultVerdictSettings,
      allowAddresses: overrides.allowAddresses ?? [],
      showAddress: false,
      headers: overrides.headers ?? {},
      tls: overrides.tls ?? {},
      proxy: overrides.proxy ?? null,
      budget: overrides.budget ?? defaultBudget,
      observe: 'off',
      pollSeconds: defaultPollSeconds,
      sliceIntervalSeconds: defaultSliceIntervalSeconds,
      maximumItems: mostItems,
      departures: [],
      visibleTo: null,
      limits,
    },
    limits,
    readings: overrides.readings ?? new SharedCache(64 * 1024 ** 2),
    lists: new ListNotes(),
    report: overrides.report ?? (() => undefined),
    ...(overrides.resolve && { resolve: overrides.resolve }),
  });
  onTestFinished(() => deployment.close());
  const ask = (target: string, init?: RequestInit, priority?: RequestPriority) => {
    const [path = ''] = target.split('?');
    return Promise.resolve(deployment.answer(new Request(`http://host.test${target}`, init), path, priority));
  };
  ask.deployment = deployment;
  return ask;
}

/** The body of a problem response. Checks the headers that every problem has. */
export async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body: unknown = await response.json();
  return body;
}
