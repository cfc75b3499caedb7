/**
 * Test helper: a small OpenID Connect provider on loopback. A test can spoil each of its responses. The complete
 * provider of the browser tests is e2e/servers/identity-provider.ts.
 */

import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { ProviderLogIn } from '#host/access/provider/provider-log-in.ts';
import type { OidcSettings } from '#host/configuration/settings.ts';
import { noteOf } from '#host/http/request-log.ts';
import { Secret } from '#host/net/secrets.ts';
import { cookieOf, type GatedOptions, gated } from './gated.ts';
import { listenOnLoopback } from './upstream.ts';

export const clientSecret = 'canary-of-the-client-secret';

type Json = Readonly<Record<string, unknown>>;
type Answer = (outgoing: ServerResponse) => void;

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Signs a token with ES256, or with nothing if its header says `none`. */
export function signed(key: KeyObject, claims: Json, header: Json = {}): string {
  const whole = { alg: 'ES256', kid: 'first', ...header };
  const input = `${base64url(whole)}.${base64url(claims)}`;
  if (whole.alg === 'none') return `${input}.`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export function json(body: unknown, status = 200): Answer {
  return (outgoing) =>
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a provider. It runs until the test ends. */
export async function startIdentityProvider() {
  const keys = newKeys();
  const requests: {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[] = [];
  /** Answers in place of the usual ones, by path. */
  const spoiled = new Map<string, Answer>();
  /** Members in place of the usual ones. A member of `undefined` is left out. */
  const changes: { discovery: Json; claims: Json; header: Json; user: Json; key: KeyObject } = {
    discovery: {},
    claims: {},
    header: {},
    user: {},
    key: keys.privateKey,
  };
  let nonce = '';
  const server = createServer();
  const issuer = await listenOnLoopback(server);
  const usual: Readonly<Record<string, () => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/user`,
      end_session_endpoint: `${issuer}/end`,
      scopes_supported: ['openid', 'groups'],
      id_token_signing_alg_values_supported: ['ES256'],
      ...changes.discovery,
    }),
    '/token': () => {
      const now = Math.floor(Date.now() / 1000);
      const common = { iss: issuer, aud: 'edgewatch', sub: 'ada', iat: now, exp: now + 60, nonce };
      const token = signed(changes.key, { ...common, ...changes.claims }, changes.header);
      return { access_token: 'canary-access', token_type: 'Bearer', id_token: token };
    },
    '/keys': () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'first' }] }),
    '/user': () => ({ sub: 'ada', ...changes.user }),
  };
  server.on('request', async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = incoming.url ?? '';
    requests.push({ path, headers: incoming.headers, body: await text(incoming) });
    const answer = spoiled.get(path) ?? json(usual[path]?.());
    answer(outgoing);
  });
  return {
    issuer,
    requests,
    spoiled,
    changes,
    /** Logs the viewer in, as the page of the provider would. @returns the address to which the browser goes back. */
    authorize(location: string): URL {
      const { searchParams } = new URL(location);
      nonce = searchParams.get('nonce') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', randomUUID());
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back;
    },
  };
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

export function providerOf(issuer: string, more: Partial<OidcSettings> = {}) {
  const lines: string[] = [];
  const settings: OidcSettings = {
    issuer,
    clientId: 'edgewatch',
    clientSecret: new Secret(clientSecret),
    groupsClaim: 'groups',
    ...more,
  };
  const report = (line: string) => void lines.push(line);
  return { settings, lines, logIn: new ProviderLogIn({ settings, visibleTo: ['team', 'ops'], report }) };
}

interface SetUp extends Omit<GatedOptions, 'provider'> {
  readonly oidc?: Partial<OidcSettings>;
}

/** Starts a provider and a host that logs viewers in there, without a password. */
export async function openLogIn({ oidc, ...options }: SetUp = {}) {
  const provider = await startIdentityProvider();
  const own = providerOf(provider.issuer, oidc);
  const host = gated({ password: null, ...options, provider: own });
  const { basePath = '' } = options;
  /** Goes to the provider. `carried` is the cookie of the log-in that begins. */
  const go = async (next = '/', from = {}) => {
    const search = next === '/' ? '' : `?next=${encodeURIComponent(next)}`;
    const response = await host.ask(`${basePath}/login/oidc${search}`, {}, from);
    return { response, location: response.headers.get('location') ?? '', carried: cookieOf(response) };
  };
  /** Comes back from the provider with a query string. */
  const comeBack = (search: string, carried: string, from = {}) =>
    host.ask(`${basePath}/login/oidc/callback${search}`, { headers: { cookie: carried } }, from);
  /** Goes to the provider and comes back. @returns the last response, or the first if it is a fault. */
  const logIn = async (next = '/', from = {}) => {
    const { response, location, carried } = await go(next, from);
    if (response.status !== 303) return response;
    return comeBack(provider.authorize(location).search, carried, from);
  };
  /** Checks that a return was refused: the browser goes to the log-in page, which says why, also after a reload. */
  const expectReturnRefused = async (response: Response, reason: string, sentence: string | RegExp) => {
    const location = response.headers.get('location') ?? '';
    expect([response.status, location, noteOf(response)]).toEqual([
      303,
      expect.stringMatching(`^${basePath}/login\\?(?:next=[^&]+&)?refused=${reason}$`),
      { kind: 'refused' },
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
    const html = await expectRefusal(await host.ask(location), 200, sentence);
    expect(await expectRefusal(await host.ask(location), 200, sentence)).toBe(html);
    return html;
  };
  const sessionAfter = async () => cookieOf(await logIn());
  return { ...host, ...own, provider, go, comeBack, logIn, sessionAfter, expectReturnRefused };
}

/** Checks that a log-in failed with a sentence, and set no cookie. @returns the page. */
export async function expectRefusal(
  response: Response,
  status: number,
  sentence: string | RegExp,
): Promise<string> {
  const html = await response.text();
  expect([response.status, html]).toEqual([status, expect.stringMatching(sentence)]);
  expect(response.headers.getSetCookie()).toEqual([]);
  return html;
}
