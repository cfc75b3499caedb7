/** Test helper: a host with access control, without a socket. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { defaultVerdictSettings } from '#contract/host.ts';
import { type AccessState, openAccessState } from '#host/access/access-state.ts';
import { Gate } from '#host/access/gate.ts';
import { passwordLine } from '#host/access/password.ts';
import type { ProviderLogIn } from '#host/access/provider/provider-log-in.ts';
import { leastCost } from '#host/configuration/password-line.ts';
import type { OidcSettings } from '#host/configuration/settings.ts';
import type { HostedDeployment } from '#host/gateway/deployment.ts';
import { createEmbeddedDeployment } from '#host/gateway/embedded.ts';
import { ListNotes } from '#host/gateway/list-notes.ts';
import { Secret } from '#host/net/secrets.ts';
import type { HostOptions } from '#host/routes/app.ts';
import { appOf, builtFiles, shellAt } from './host.ts';

export const right = 'correct horse';
let line = '';

/**
 * Computes the hash of the password once per test file, because that takes some 30 ms even at the lowest
 * cost.
 */
export async function preparePassword(): Promise<void> {
  line = await passwordLine(right, leastCost);
}

export const begin = Date.parse('2026-11-25T12:00:00Z');
export const minute = 60_000;
export const day = 24 * 60 * minute;

function deployment(slug: string) {
  return createEmbeddedDeployment(
    {
      slug,
      name: `Name of ${slug}`,
      fetch: (request) =>
        Response.json({ slug, url: request.url }, { headers: { 'cache-control': 'public, max-age=60' } }),
    },
    { slug, words: {}, verdict: defaultVerdictSettings, maximumItems: 1_000_000 },
    new ListNotes(),
  );
}

export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export interface GatedOptions {
  readonly folder?: string | null;
  readonly password?: string | null;
  readonly proxy?: boolean;
  readonly provider?: { readonly settings: OidcSettings; readonly logIn: ProviderLogIn };
  readonly publicUrl?: string;
  readonly basePath?: string;
  readonly metricsToken?: string;
  readonly state?: AccessState;
  readonly deployments?: readonly HostedDeployment[];
  readonly history?: HostOptions['history'];
  readonly lists?: ListNotes;
}

/**
 * Makes a host with access control: every logged-in viewer sees `open`, and only one group sees `vault`. Set
 * its time by `clock.now`.
 */
export function gated({
  folder = null,
  password = line,
  proxy = false,
  basePath = '',
  ...more
}: GatedOptions = {}) {
  const clock = { now: begin };
  const state =
    more.state ??
    openAccessState(
      folder,
      () => undefined,
      () => clock.now,
    );
  const metricsToken = more.metricsToken === undefined ? null : new Secret(more.metricsToken);
  const metrics = async (deployments: readonly { readonly slug: string }[]) =>
    deployments.map(({ slug }) => slug).join('\n');
  const gate = new Gate({
    access: {
      password: password === null ? null : new Secret(password),
      oidc: more.provider?.settings ?? null,
      proxy: proxy ? { trusted: ['10.0.0.5'], userHeader: 'X-User', groupHeader: 'X-Groups' } : null,
    },
    provider: more.provider?.logIn ?? null,
    publicUrl: more.publicUrl ?? null,
    state,
    deployments: more.deployments ?? [deployment('vault'), deployment('open')],
    visibleTo: new Map([['vault', ['team', 'ops']]]),
    hasMetricsToken: metricsToken !== null,
    basePath,
    files: builtFiles,
    shellAt,
    hostOf: (shown, session) =>
      appOf(shown, basePath, {
        session,
        metricsToken,
        metrics,
        ...(more.history && { history: more.history }),
        ...(more.lists && { lists: more.lists }),
      }),
  });
  const ask = async (
    path: string,
    init: RequestInit = {},
    { address = '192.0.2.7', peer = '192.0.2.7', host = 'dash.test', prefix = '', isSecure = false } = {},
  ) => gate.fetch(new Request(`http://dash.test${path}`, init), { address, peer, host, prefix, isSecure });
  const guess = (password_: string, init: RequestInit = {}, from = {}, next = '/') =>
    ask(
      `${basePath}/login`,
      {
        method: 'POST',
        body: new URLSearchParams({ password: password_, next }),
        ...init,
      },
      from,
    );
  const logIn = async (from = {}) => cookieOf(await guess(right, {}, from));
  const seen = async (path: string, cookie: string) => (await ask(path, { headers: { cookie } })).status;
  return { ask, guess, logIn, seen, clock, state };
}

export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
