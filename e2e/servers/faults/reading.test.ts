/**
 * How the host and the client read each mode, at every endpoint that can have it: as a failure, or as a
 * readable response. e2e/specs/matrix.spec.ts tests what the pages show.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageReader } from '#client/list-reader.ts';
import { request } from '#client/request.ts';
import { RequestFailure } from '#client/request-failure.ts';
import { statusReader } from '#client/status-reader.ts';
import { type EndpointPath, endpointAt, endpointPaths } from '#contract/endpoints.ts';
import { proxyTo } from '#testing/upstream.ts';
import { subjectOf } from '../documented.ts';
import type { Mode } from './mode.ts';
import { modes } from './modes.ts';
import { type FaultServer, startFaultServer } from './server.ts';

const bodyLimit = 4 * 1024 ** 2;

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer({ bodyLimit });
});
afterAll(() => server.close());

type Ask = ReturnType<typeof proxyTo>;

async function read(ask: Ask, path: EndpointPath): Promise<unknown> {
  const { resource } = endpointAt(path);
  const options = {
    baseUrl: '',
    path,
    pollMilliseconds: 10_000,
    now: Date.now,
    random: () => 0.5,
    transport: async (url: string, init: RequestInit) => ({ response: await ask(url, init) }),
  };
  return resource === 'status'
    ? request({ ...options, reader: statusReader })
    : request({ ...options, reader: pageReader(resource) });
}

/**
 * Modes with large bodies. They take long and are read alike at every endpoint, so one endpoint is enough.
 */
const largeRows = ['A56', 'A57', 'A58', 'A60'];
const pathsOfLarge: readonly EndpointPath[] = ['/api/v2/status', '/api/v2/nodes'];

function pathsFor({ rows, on }: Mode): readonly EndpointPath[] {
  const isLarge = rows.some((row) => largeRows.includes(row));
  return (isLarge ? pathsOfLarge : endpointPaths).filter((path) => on.includes(subjectOf(path)));
}

// `flapping` is left out, because every other response of it is readable.
test.each(modes.filter(({ name }) => name !== 'flapping'))('$name: it $says', async (mode) => {
  server.put(mode, mode.on);
  const ask = proxyTo(
    { baseUrl: server.url },
    // Some unreadable modes never answer. Readable responses may take long on a busy machine.
    { maximumBodyBytes: bodyLimit, timeoutMilliseconds: mode.unreadable ? 250 : 20_000 },
  );
  const wrong: string[] = [];
  await Promise.all(
    pathsFor(mode).map(async (path) => {
      const failure = await read(ask, path).then(
        () => null,
        (cause: unknown) => cause,
      );
      if (mode.unreadable ? !(failure instanceof RequestFailure) : failure !== null)
        wrong.push(`${path}: ${String(failure)}`);
    }),
  );
  server.heal();
  expect(wrong).toEqual([]);
  expect(server.trapped).toEqual([]);
});
