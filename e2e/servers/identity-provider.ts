/** Starts a complete OpenID Connect provider (oidc-provider) with accounts in memory. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';

/** Groups by account. Each account logs in by its name, without a password. */
const accounts: Readonly<Record<string, readonly string[]>> = {
  ada: ['operators'],
  bob: ['sales'],
};

export const client = { id: 'edgewatch', secret: 'a-client-secret-of-the-tests' } as const;

export interface IdentityProvider {
  /** Issuer, at another host name than the hosts of the tests. */
  readonly issuer: string;
  /** Sets the address of the host, without a slash at the end. */
  serve(hostUrl: string): void;
  close(): Promise<void>;
}

// The library needs this function of Node 22.
if (!('parse' in URL))
  Object.defineProperty(URL, 'parse', {
    value: (text: string, base?: string) => (URL.canParse(text, base) ? new URL(text, base) : null),
  });

function pageOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body><h1>${title}</h1>${body}</body></html>`;
}

const signInForm = `<form method="post"><label>Account <input name="account" required></label>
<button>Sign in</button><button name="cancel" value="yes" formnovalidate>Cancel</button></form>`;

function configurationFor(hostUrl: string): Configuration {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${hostUrl}/login/oidc/callback`],
        post_logout_redirect_uris: [`${hostUrl}/login`],
      },
    ],
    claims: { openid: ['sub'], groups: ['groups'] },
    scopes: ['openid', 'groups'],
    pkce: { required: () => true },
    findAccount: (_context, accountId) =>
      Object.hasOwn(accounts, accountId)
        ? { accountId, claims: () => ({ sub: accountId, groups: accounts[accountId] }) }
        : undefined,
    // Consent is given, as in a company that owns both programs.
    async loadExistingGrant({ oidc: { client: asking, session, provider } }) {
      const grant = new provider.Grant({ clientId: asking?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid groups');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { policy, url: (_context, { uid }) => `/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource(context, form) {
          context.body = pageOf(
            'Sign out?',
            `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
          );
        },
      },
    },
  };
}

async function signIn(provider: Provider, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.method !== 'POST') {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(pageOf('Sign in', signInForm));
    return;
  }
  const form = new URLSearchParams(await text(incoming));
  const result = form.has('cancel')
    ? { error: 'access_denied' }
    : { login: { accountId: form.get('account') ?? '' }, select_account: {} };
  await provider.interactionFinished(incoming, outgoing, result);
}

/** Starts a provider. It serves one client, once `serve` has set its address. Until then it responds with 503. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let provider: Provider | null = null;
  const server = createServer((incoming, outgoing) => {
    if (!provider) outgoing.writeHead(503).end();
    else if (incoming.url?.startsWith('/sign-in/')) void signIn(provider, incoming, outgoing);
    else void provider.callback()(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider listens on no port.');
  const issuer = `http://localhost:${address.port}`;
  return {
    issuer,
    serve(hostUrl) {
      provider = new Provider(issuer, configurationFor(hostUrl));
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
