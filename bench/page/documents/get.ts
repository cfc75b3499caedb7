/** Sends one request as a browser does, and reads the compressed response to its last byte. */

import { type Agent, get as ask } from 'node:http';

export interface Answer {
  readonly milliseconds: number;
  readonly body: Buffer;
  readonly encoding: string | undefined;
}

/**
 * Sends the request.
 *
 * @throws Error if the status is not 200.
 */
export function get(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const send = () => {
      const request = ask(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('error', reject);
        answer.once('end', () => {
          const { statusCode, headers } = answer;
          const milliseconds = performance.now() - started;
          if (statusCode === 200)
            resolve({ milliseconds, body: Buffer.concat(parts), encoding: headers['content-encoding'] });
          else reject(new Error(`${url} is answered with ${statusCode}.`));
        });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        // A kept-alive connection may have been closed by the host. Browsers then retry on another one.
        if (request.reusedSocket && error.code === 'ECONNRESET') send();
        else reject(new Error(`${url} is not answered: ${error.message}.`));
      });
    };
    send();
  });
}
