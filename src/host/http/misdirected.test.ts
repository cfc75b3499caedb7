import { describe, expect, test } from 'vitest';
import { problemMediaType } from '#contract/problem.ts';
import { misdirected } from './misdirected.ts';

function refusalOf(host: string, accept: string): Response {
  return misdirected(new Request('http://localhost/', { headers: { host, accept } }));
}

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('a request for an unknown host name', () => {
  test('gives a browser a page with the name and the setting', async () => {
    const response = refusalOf('Dash.Example.com:8443', browser);
    expect(response.status).toBe(421);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('connection')).toBe('close');
    const html = await response.text();
    expect(html).toContain('refuses requests for <code>dash.example.com</code>');
    expect(html).toContain('&quot;hostNames&quot;: [&quot;dash.example.com&quot;]');
    // Every file of the host is refused at this name.
    expect(html).not.toMatch(/<(?:script|link|img)\b/);
    expect(response.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);
  });

  test.each(['*/*', 'application/json'])('gives other clients (%s) a problem document', async (accept) => {
    const response = refusalOf('dash.example.com', accept);
    expect(response.status).toBe(421);
    expect(response.headers.get('content-type')).toBe(problemMediaType);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toMatchObject({
      detail:
        'Edgewatch refuses requests for the host name "dash.example.com". Add it to "hostNames" in the configuration to allow it.',
    });
  });

  test('escapes the name', async () => {
    const html = await refusalOf(`<img src=x onerror='alert("1")'>&.test`, browser).text();
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;&amp;.test');
  });

  test.each([browser, 'application/json'])('cuts a long name for %s', async (accept) => {
    const text = await refusalOf(`${'a'.repeat(10_000)}.test`, accept).text();
    expect(text).toContain(`${'a'.repeat(253)}…`);
    expect(text).not.toContain('a'.repeat(254));
  });
});
