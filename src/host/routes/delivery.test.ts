import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeConfig } from '#contract/decode/config.ts';
import { block, deployment, host } from '#testing/embedded-host.ts';
import { problem } from '../http/problem.ts';

describe('the HTML document', () => {
  it('holds the configuration and the status of its deployment', async () => {
    const html = await (await host().ask('/first/regions')).text();
    expect(decodeConfig(block(html, 'config')).deployments).toHaveLength(2);
    expect(block(html, 'delivered')).toEqual([
      {
        url: 'deployments/first/api/v2/status',
        status: 200,
        headers: { 'content-type': 'application/json', date: expect.stringMatching(/GMT$/) },
        body: expect.stringContaining('"asked":"/api/v2/status"'),
      },
    ]);
  });

  it('holds the status of all deployments on pages of all, and absent versions', async () => {
    const { ask } = host();
    for (const path of ['/', '/wall', '/']) {
      const delivered = block(await (await ask(path)).text(), 'delivered');
      expect(delivered).toMatchObject([
        { url: 'deployments/first/api/v2/status', status: 200 },
        { url: 'deployments/old/api/v2/status', status: 404 },
        { url: 'deployments/old/api/v1/status', status: 200 },
      ]);
    }
  });

  it('cannot be broken by responses of a deployment', async () => {
    const html = await (await host().ask('/first')).text();
    expect(html.match(/<\/script>/g)).toHaveLength(3);
    expect(html).not.toContain('<!--');
  });

  it('does not wait for a slow deployment', async () => {
    const slow = { ...deployment('slow'), answer: () => new Promise<Response>(() => undefined) };
    const html = await (await host({ deployments: [deployment('first'), slow] }).ask('/')).text();
    expect(block(html, 'delivered')).toMatchObject([{ url: 'deployments/first/api/v2/status' }]);
  });

  it('leaves failures to the app', async () => {
    const failing = {
      ...deployment('failing'),
      answer: () => problem({ status: 502, title: 'no connection', detail: '', kind: 'unreachable' }),
    };
    const html = await (await host({ deployments: [failing] }).ask('/')).text();
    expect(block(html, 'delivered')).toBeUndefined();
  });

  it.each([
    ['by what it says', { 'edgewatch-length': String(2 ** 24) }, '{}'],
    ['by what comes', {}, `"${'x'.repeat(150 * 1024)}"`],
    ['by what becomes of it in a document', {}, `"${'<'.repeat(60 * 1024)}"`],
    ['by its bytes', {}, `"${'\u20ac'.repeat(60 * 1024)}"`],
  ])('leaves large responses to the app, detected %s', async (_, headers, body) => {
    const long = ['a', 'b', 'c'].map((slug) => ({
      ...deployment(slug),
      answer: () => new Response(body, { headers }),
    }));
    const { ask } = host({ deployments: [...long, deployment('short')] });
    const html = await (await ask('/')).text();
    const delivered = block(html, 'delivered');
    const inDocument = /id="delivered">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(Buffer.byteLength(inDocument)).toBeLessThan(257 * 1024);
    expect(delivered).toContainEqual(expect.objectContaining({ url: 'deployments/short/api/v2/status' }));
  });

  it('is compressed for clients that accept it', async () => {
    const response = await host().ask('/first', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(new Uint8Array(await response.arrayBuffer())).toString()).toContain('id="config"');
  });
});
