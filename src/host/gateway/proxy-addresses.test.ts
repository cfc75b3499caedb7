import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answering, problemOf, proxyTo } from '#testing/upstream.ts';

const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';

/** Addresses to which this process opens sockets during the test. */
function attempts(): readonly string[] {
  const tried: string[] = [];
  const watch = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    socket.on('connectionAttempt', (address: string) => tried.push(address));
  };
  subscribe('net.client.socket', watch);
  onTestFinished(() => void unsubscribe('net.client.socket', watch));
  return tried;
}

function leadingTo(address: string) {
  return async () => [{ address, family: address.includes(':') ? 6 : 4 }];
}

/** An upstream with a name that only the test's own resolver knows. */
async function named() {
  const upstream = await answering((outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(list),
  );
  return { upstream, baseUrl: upstream.baseUrl.replace('127.0.0.1', 'edge.test') };
}

describe("the address of a deployment's host name", () => {
  it('is connected to if it is allowed', async () => {
    const { upstream, baseUrl } = await named();
    const tried = attempts();
    const response = await proxyTo({ baseUrl }, { resolve: leadingTo('127.0.0.1') })('/api/v2/buckets');
    expect(response.status).toBe(200);
    expect(upstream.requests[0]?.headers.host).toBe(new URL(baseUrl).host);
    expect(tried).toEqual(['127.0.0.1']);
  });

  it.each(['169.254.169.254', 'fe80::1%2', 'fd00:ec2::254', '64:ff9b::a9fe:a9fe'])(
    'H8 is not connected to if it is %s: the log says so, viewers do not see it',
    async (address) => {
      const tried = attempts();
      const logged: string[] = [];
      const ask = proxyTo(
        { baseUrl: 'http://edge.test' },
        { resolve: leadingTo(address), report: (line) => logged.push(line) },
      );
      for (const path of ['/api/v2/status', '/api/v2/buckets']) {
        const response = await ask(path);
        expect(response.status).toBe(502);
        const problem = await problemOf(response);
        expect(problem).toMatchObject({ kind: 'unreachable', title: 'no connection: its address is refused' });
        expect(JSON.stringify(problem)).not.toContain(address);
      }
      expect(tried).toEqual([]);
      expect(logged.filter((line) => line.includes('resolves to'))).toEqual([
        `it: edge.test resolves to ${address}, a link-local or metadata address. The host does not connect to it; add it to "allowAddresses" to allow it.`,
      ]);
    },
  );

  it('H8 is checked for each connection', async () => {
    const { baseUrl } = await named();
    let address = '127.0.0.1';
    const ask = proxyTo({ baseUrl }, { resolve: () => leadingTo(address)() });
    expect((await ask('/api/v2/buckets')).status).toBe(200);
    address = '169.254.169.254';
    // The status uses other connections than lists, so its address is checked anew.
    expect((await ask('/api/v2/status')).status).toBe(502);
  });

  it('is resolved once for lists and status together while the DNS server hangs', async () => {
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return new Promise<never>((_, reject) => {
        // The timer keeps a reference to the lookup, which would otherwise be garbage-collected with its
        // connection.
        const timer = setTimeout(reject, 600_000);
        onTestFinished(() => clearTimeout(timer));
      });
    };
    const ask = proxyTo({ baseUrl: 'http://edge.test' }, { resolve, timeoutMilliseconds: 60 });
    const responses = await Promise.all(['/api/v2/status', '/api/v2/buckets'].map((path) => ask(path)));
    expect(responses.map(({ status }) => status)).toEqual([504, 504]);
    expect(asked).toBe(1);
  });

  it('is not connected to if the base URL holds a refused address', async () => {
    const tried = attempts();
    const response = await proxyTo({ baseUrl: 'http://[fd00:ec2::254]' })('/api/v2/buckets');
    expect(response.status).toBe(502);
    expect(tried).toEqual([]);
  });
});
