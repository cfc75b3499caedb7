import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '#testing/upstream.ts';
import { type Listening, listen } from './listen.ts';

async function listening(fetch: (request: Request) => Response | Promise<Response>): Promise<Listening> {
  const host = await listen({
    fetch,
    port: 0,
    host: '127.0.0.1',
    isOwnName: (header) => header !== '' && !header.startsWith('evil.test'),
  });
  onTestFinished(() => host.close(0));
  return host;
}

/**
 * Sends raw bytes.
 *
 * @returns all bytes received until the connection ends.
 */
function exchange(origin: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('the listening host', () => {
  it('reports its address, and serves there', async () => {
    const { origin } = await listening((request) => new Response(new URL(request.url).pathname));
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${origin}/a/b`)).text()).toBe('/a/b');
  });

  it('H12 sends no response without security headers, and keeps those that a response has', async () => {
    const own = { 'content-security-policy': 'own' };
    const { origin } = await listening(({ url }) =>
      url.endsWith('/own')
        ? new Response('', { headers: own })
        : new Response('', { headers: { etag: '"a"' } }),
    );
    const { headers } = await fetch(origin);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('etag')).toBe('"a"');
    expect((await fetch(`${origin}/own`)).headers.get('content-security-policy')).toBe('own');
  });

  // The client does not send `Connection: close`, so the host decides when the connection ends.
  const end = '\r\n';
  it.each([
    ['two Host lines', `GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n${end}`, 400],
    ['no Host', `GET / HTTP/1.1\r\n${end}`, 400],
    ['a bad Host', `GET / HTTP/1.1\r\nHost: a b/c\r\n${end}`, 400],
    ['an empty Host', `GET / HTTP/1.1\r\nHost:\r\n${end}`, 400],
    ['a bad Host that is no name of ours', `GET / HTTP/1.1\r\nHost: evil.test b\r\n${end}`, 400],
    ['a Host with a user', `GET / HTTP/1.1\r\nHost: evil.test@a\r\n${end}`, 400],
    ['a Host with a bad port', `GET / HTTP/1.1\r\nHost: a:99999\r\n${end}`, 400],
    ['an absolute target', `GET http://evil.test/ HTTP/1.1\r\nHost: a\r\n${end}`, 400],
    ['a target without a slash', `GET * HTTP/1.1\r\nHost: a\r\n${end}`, 400],
    ['dot segments', `GET /a/../b HTTP/1.1\r\nHost: a\r\n${end}`, 400],
    ['encoded dot segments', `GET /a/%2E%2e/b HTTP/1.1\r\nHost: a\r\n${end}`, 400],
    ['a backslash', `GET /a\\b HTTP/1.1\r\nHost: a\r\n${end}`, 400],
    ['a double slash in front', `GET //evil.test/ HTTP/1.1\r\nHost: a\r\n${end}`, 400],
    [
      'both lengths',
      'GET / HTTP/1.1\r\nHost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a name of another host', `GET / HTTP/1.1\r\nHost: evil.test\r\n${end}`, 421],
    ['no HTTP', 'HELO mail\r\n\r\n', 400],
    ['20 kB of headers', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a 20 kB address', `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ])('H5 answers %s once, closes, and sends nothing upstream', async (_name, bytes, status) => {
    let asked = 0;
    const { origin } = await listening(() => {
      asked += 1;
      return new Response('answered');
    });
    const answer = await exchange(origin, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(asked).toBe(0);
  });

  it.each(['HELO mail\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\nconnection: close\r\n\r\n'])(
    'sends security headers with its refusal of %j',
    async (bytes) => {
      const answer = await exchange((await listening(() => new Response())).origin, bytes);
      expect(answer).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox");
    },
  );

  it('names the refused host to a browser', async () => {
    const { origin } = await listening(() => new Response());
    const bytes = 'GET / HTTP/1.1\r\nHost: evil.test:80\r\nAccept: text/html\r\n\r\n';
    const answer = await exchange(origin, bytes);
    expect(answer).toMatch(/^HTTP\/1.1 421 /);
    expect(answer).toContain('<code>evil.test</code>');
  });

  it('reports a port that is in use', async () => {
    const taken = await listenOnLoopback(createServer());
    const port = Number(new URL(taken).port);
    const refused = listen({ fetch: () => new Response(), port, host: '127.0.0.1', isOwnName: () => true });
    await expect(refused).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken; choose another with --port N`);
  });

  it('reports an address that is not of this machine', async () => {
    const refused = listen({ fetch: () => new Response(), port: 0, host: '192.0.2.1', isOwnName: () => true });
    await expect(refused).rejects.toThrow('192.0.2.1 is not an address of this machine');
  });

  it('H20 finishes responses under way when it stops, and accepts no more requests', async () => {
    let land: (response: Response) => void = () => undefined;
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const host = await listen({
      fetch: () => {
        arrived();
        return new Promise((resolve) => {
          land = resolve;
        });
      },
      port: 0,
      host: '127.0.0.1',
      isOwnName: () => true,
    });
    const answer = fetch(host.origin);
    await arrival;
    const closed = host.close(5000);
    await expect(fetch(host.origin)).rejects.toThrow();
    land(new Response('whole'));
    expect(await (await answer).text()).toBe('whole');
    await closed;
  });

  it('H20 cuts off what does not end in time', async () => {
    const host = await listen({
      fetch: () => new Promise(() => undefined),
      port: 0,
      host: '127.0.0.1',
      isOwnName: () => true,
    });
    const answer = expect(fetch(host.origin)).rejects.toThrow();
    await host.close(20);
    await answer;
  });
});
