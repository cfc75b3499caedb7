/**
 * Serves the static floor and the bare React page: the two pages with which ours are compared. Both are
 * compressed once and cached in memory.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, gzipSync } from 'node:zlib';
import { answerMessages } from '../support/programs.ts';

export interface FloorFile {
  readonly path: string;
  readonly type: string;
  readonly content: string;
}

export interface FloorFiles {
  readonly files: readonly FloorFile[];
}

export interface FloorOrigin {
  readonly origin: string;
}

async function serve({ files }: FloorFiles): Promise<FloorOrigin> {
  const answers = new Map(
    files.map(({ path, type, content }) => {
      const body = gzipSync(content, { level: constants.Z_BEST_COMPRESSION });
      const headers = {
        'content-type': type,
        'content-encoding': 'gzip',
        'content-length': String(body.byteLength),
        'cache-control': 'no-store',
      };
      return [path, { body, headers }];
    }),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}` };
}

answerMessages(serve);
