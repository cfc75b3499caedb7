/** A webhook target for tests, as a chat has one. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export type Chat = Awaited<ReturnType<typeof startChat>>;

/** Starts a webhook target that accepts messages. While `isOut` is set, it returns 503. */
export async function startChat() {
  const accepted: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const chat = { isOut: false, accepted, url: '', close: () => server.close() };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!chat.isOut) accepted.push({ headers: request.headers, body });
    response.writeHead(chat.isOut ? 503 : 204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  chat.url = `http://127.0.0.1:${address.port}/hook`;
  return chat;
}
