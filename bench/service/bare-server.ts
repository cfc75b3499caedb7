/** A minimal server for comparison: it sends one response from memory to every request. */

import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from '../support/programs.ts';

export interface BareAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
  /** Encoding of `body`. Absent: plain text. */
  readonly encoding?: 'base64';
}

export interface BareOrigin {
  readonly origin: string;
}

async function serve({ headers, body, encoding }: BareAnswer): Promise<BareOrigin> {
  const bytes = Buffer.from(body, encoding);
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}` };
}

answerMessages(serve);
