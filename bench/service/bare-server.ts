/** The least a server can be: one answer from memory, whatever was asked. */

import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from '../support/programs.ts';

export interface BareAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
  /** Of the body; a text where nothing is said. */
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
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}` };
}

answerMessages(serve);
