/** HTML pages for unauthenticated viewers: log-in, refusals. They name no deployment and load no script. */

import { createHash } from 'node:crypto';
import type { Theme } from '#contract/host.ts';
import { formatClock } from '#domain/text/format.ts';
import type { ForeignForm } from '../http/posted.ts';
import { documentHeaders, formHeaders } from '../http/security-headers.ts';
import type { StaticFiles } from '../http/static-files.ts';
import type { Shell } from '../routes/shell.ts';
import { wrongWindow } from './guesses.ts';
import { otherAccount, providerPath } from './next-page.ts';
import { isOfAccount } from './provider/log-in-reasons.ts';

/** Style sheet of the log-in page and refusals. Colours and fonts come from the app's style sheet. */
const style = `
.access-bar{display:flex;align-items:center;gap:10px;height:44px;padding:0 24px;border-bottom:1px solid var(--line);font-size:14.5px;font-weight:640}
.access{max-width:440px;margin:max(48px,calc(21vh)) auto 48px}
.access h1{font-size:42px;line-height:48px;font-weight:680;letter-spacing:-.02em}
.access .foot a{color:var(--text);text-decoration:underline}
.access .lead{margin-top:6px;overflow-wrap:anywhere;color:var(--text-2);font-size:15px;line-height:24px}
.access form,.access .provider{margin-top:20px;padding-top:20px;border-top:1px solid var(--line-strong)}
.access label{display:block;font-size:13px;line-height:18px;font-weight:620}
.access .row{display:flex;gap:10px;margin-top:8px}
.access input[type=password]{flex:1;min-width:0;height:38px;padding:0 12px;border:1px solid var(--ctl);border-radius:3px;background:var(--bg);color:var(--text);font-size:15px}
.access button{height:38px;padding:0 20px;border-radius:3px;background:var(--text);color:var(--bg);font-size:13px;font-weight:640;white-space:nowrap}
.access .provider a{display:inline-block;max-width:100%;margin:0 6px 8px 0;padding:8px 20px;border:1px solid var(--text);border-radius:3px;color:var(--text);font-size:13px;line-height:20px;font-weight:640;overflow-wrap:anywhere}
.access button:disabled,.access input:disabled{opacity:.5}
.access :focus-visible{outline:2px solid var(--text);outline-offset:2px}
.access .answer{min-height:40px;margin-top:16px;font-size:13px;line-height:20px;color:var(--text-2)}
.access .answer b{display:block;font-weight:640;color:var(--text)}
.access .answer b:not(:first-child){margin-top:8px}
.access .foot{margin-top:12px;padding-top:12px;border-top:1px solid var(--line);font-size:12.5px;line-height:18px;color:var(--text-2)}
.access code{font-family:var(--font-mono,ui-monospace,monospace);font-size:11px;color:var(--text);white-space:nowrap}
@media (width < 47.5rem){.access-bar{padding:0 16px}.access{margin:48px 16px}.access input[type=password]{font-size:16px}}
`;

const digest = `sha256-${createHash('sha256').update(style).digest('base64')}`;

const mark =
  '<svg viewBox="0 0 18 16" width="18" height="16" aria-hidden="true" fill="currentColor"><path d="M0 11h3v5H0zM5 8h3v8H5zM10 0h3v16h-3zM15 11h3v5h-3z"/></svg>';

function headOf({ before }: Shell, base: string, files: StaticFiles): string {
  const head = before
    .slice(before.indexOf('<head>') + '<head>'.length, before.indexOf('</head>'))
    .replaceAll(/<script\b[^>]*><\/script>|<title>[^<]*<\/title>|<link\b[^>]* rel="modulepreload"[^>]*>/g, '');
  const fonts = [...files.keys()].find((path) => /^assets\/fonts-[\w-]+\.css$/.test(path));
  return fonts === undefined ? head : `${head}<link rel="stylesheet" href="${base}/${fonts}">`;
}

function tooOldNotice({ before }: Shell): string {
  return /<p id="too-old">[^<]*<\/p>/.exec(before)?.[0] ?? '';
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface PageSurroundings {
  readonly shell: Shell;
  readonly base: string;
  readonly files: StaticFiles;
  /** `null` means the system's theme. */
  readonly theme: Theme | null;
}

interface PageParts {
  readonly title: string;
  readonly main: string;
  readonly status: number;
  /** Whether the page has the log-in form. Other pages may not send a form. */
  readonly hasForm?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

function page(
  { shell, base, files, theme }: PageSurroundings,
  { title, main, status, hasForm = false, headers }: PageParts,
): Response {
  const themed = theme === null ? '' : ` data-theme="${theme}"`;
  const html = `<!doctype html>
<html lang="en"${themed}><head>${headOf(shell, base, files)}<title>${title} - Edgewatch</title><style>${style}</style></head>
<body>${tooOldNotice(shell)}<header class="access-bar">${mark}Edgewatch</header><main class="access"><h1>${title}</h1>${main}</main></body></html>
`;
  return new Response(html, {
    status,
    headers: {
      ...(hasForm ? formHeaders : documentHeaders)([...shell.digests, digest]),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

export type Refusal =
  | { readonly kind: 'wrong'; readonly left: number }
  /** `until` (end of the block) and `now` are epoch milliseconds. */
  | { readonly kind: 'blocked'; readonly until: number; readonly now: number }
  | { readonly kind: 'busy' }
  /** The database that hosts share does not respond. */
  | { readonly kind: 'no-database' }
  | { readonly kind: 'provider'; readonly status: number; readonly reason: string; readonly sentence: string }
  /** Like `blocked`, after failed log-ins at the provider. */
  | { readonly kind: 'blocked-return'; readonly until: number; readonly now: number }
  /** The browser came back from the provider without the log-in that it began. */
  | { readonly kind: 'not-carried' }
  /** Logged out here, but not at the provider. */
  | { readonly kind: 'still-open'; readonly provider: string };

const statuses = {
  wrong: 401,
  blocked: 429,
  busy: 503,
  'no-database': 503,
  'blocked-return': 429,
  'not-carried': 200,
  'still-open': 200,
} as const;

function statusFor(refusal: Refusal | null): number {
  if (refusal === null) return 200;
  return refusal.kind === 'provider' ? refusal.status : statuses[refusal.kind];
}

function answerTo(refusal: Refusal | null): string {
  switch (refusal?.kind) {
    case undefined:
      return '';
    case 'wrong': {
      const pause = `a pause of ${wrongWindow / 60_000} min`;
      const left =
        refusal.left === 0
          ? `No more tries from this address: ${pause}.`
          : `${refusal.left} more ${refusal.left === 1 ? 'try' : 'tries'} from this address, then ${pause}.`;
      return `<b>That isn’t the password.</b>${left}`;
    }
    case 'blocked':
    case 'blocked-return': {
      // Rounded up: never before the block ends.
      const until = formatClock(Math.ceil(refusal.until / 60_000) * 60_000).slice(0, 5);
      const what = refusal.kind === 'blocked' ? 'Ten wrong guesses' : 'Ten failed log-ins';
      return `<b>${what}.</b>Next try from this address at ${until} UTC.`;
    }
    case 'busy':
      return '<b>Too many guesses at this moment.</b>Try again in a few seconds.';
    case 'no-database':
      return '<b>Nobody can log in at this moment.</b>The database of sessions does not respond. Open sessions continue.';
    case 'provider':
      return `<b>You are not logged in.</b>${escaped(refusal.sentence)}`;
    case 'not-carried':
      return '<b>You are not logged in.</b>The log-in was begun in another browser, at another address of this host, or more than 10 min ago.';
    case 'still-open':
      return `<b>You are logged out of Edgewatch.</b>Your session at ${escaped(refusal.provider)} may still be open.`;
  }
}

function headersFor(refusal: Refusal | null): Record<string, string> {
  switch (refusal?.kind) {
    case 'wrong':
      return { 'www-authenticate': challenge };
    case 'blocked':
    case 'blocked-return':
      return { 'retry-after': String(Math.max(1, Math.ceil((refusal.until - refusal.now) / 1000))) };
    case 'busy':
    case 'no-database':
      return { 'retry-after': '2' };
    case 'provider':
    case 'not-carried':
    case 'still-open':
    case undefined:
      return {};
  }
}

/**
 * Value of `WWW-Authenticate`: RFC 9110 requires a challenge with each 401. No browser opens a dialog for
 * this scheme.
 */
export const challenge = 'Session';

/** Ways to log in that the page offers. */
export interface WaysIn {
  readonly hasPassword: boolean;
  /** Name of the identity provider; `null` without one. */
  readonly provider: string | null;
}

function passwordForm(base: string, next: string, refusal: Refusal | null, answer: string): string {
  const disabled = refusal?.kind === 'blocked' ? ' disabled' : '';
  const isOfPassword = refusal !== null && ['wrong', 'blocked', 'busy', 'no-database'].includes(refusal.kind);
  const describedBy = isOfPassword ? ' aria-describedby="answer"' : '';
  const isWrong = refusal?.kind === 'wrong' ? ' aria-invalid="true"' : '';
  return `<form method="post" action="${base}/login"><input type="hidden" name="next" value="${escaped(next)}">
<label for="password">Password</label>
<div class="row"><input id="password" name="password" type="password" autocomplete="current-password" required autofocus maxlength="1000"${describedBy}${isWrong}${disabled}><button${disabled}>Log in</button></div>
${answer}</form>`;
}

/** A link and no form: the content policy forbids a form to lead to another site. */
function providerLinks(base: string, next: string, provider: string, refusal: Refusal | null): string {
  const link = (text: string, more: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams({ ...(next !== '/' && { next }), ...more }).toString();
    return `<a href="${base}${providerPath}${escaped(search && `?${search}`)}">${escaped(text)}</a>`;
  };
  const first = link(`Log in with ${provider}`, {});
  // With single sign-on the provider would return the refused account at once.
  const isRefused = refusal?.kind === 'provider' && isOfAccount(refusal.reason);
  return isRefused ? `${first} ${link('Use another account', { prompt: otherAccount })}` : first;
}

/**
 * Renders the log-in page.
 * @param next - page to open after log-in, below the base path; checked.
 * @param refusal - why the last log-in was refused; `null` at the first visit.
 */
export function logInPage(
  surroundings: PageSurroundings,
  { hasPassword, provider }: WaysIn,
  next: string,
  refusal: Refusal | null,
): Response {
  const { base } = surroundings;
  const answer = `<p id="answer" class="answer" aria-live="polite">${answerTo(refusal)}</p>`;
  const form = hasPassword ? passwordForm(base, next, refusal, answer) : '';
  const link =
    provider === null
      ? ''
      : `<div class="provider">${providerLinks(base, next, provider, refusal)}${hasPassword ? '' : answer}</div>`;
  const main = `<p class="lead">This host shows nothing without a log-in.</p>
${form}${link}
<p class="foot">A screen on a wall takes a link of its own: <code>edgewatch wall-links add NAME</code>.<br>It then needs no log-in and can be revoked.</p>`;
  return page(surroundings, {
    title: 'Log in',
    main,
    status: statusFor(refusal),
    hasForm: hasPassword,
    headers: headersFor(refusal),
  });
}

export function foreignFormText(why: ForeignForm): string {
  switch (why.kind) {
    case 'other-site':
      return 'The form was sent by a page of another site.';
    case 'no-origin':
      return 'The browser did not say which page sent the form.';
    case 'other-host':
      return `The form was sent by a page of ${why.origin}, and this host was reached as ${why.host}.`;
  }
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

function remedy(why: ForeignForm): string {
  switch (why.kind) {
    case 'other-site':
      return 'Log in on this host’s own page.';
    case 'no-origin':
      return `If a proxy in front of this host sets ${code('Referrer-Policy: no-referrer')}, leave that header of the log-in page as the host sends it.`;
    case 'other-host': {
      const name = escaped(new URL(why.origin).hostname);
      return `<span>If you opened the first address, the proxy in front of this host replaces its name. Do one of the two:</span>
<b>Pass the name on</b>In nginx: ${code('proxy_set_header Host $http_host;')} In the configuration: ${code('hostNames')} with ${code(name)}.
<b>Send the name beside it</b>In the proxy: ${code('X-Forwarded-Host')}. In the configuration: the proxy’s address under ${code('trustedProxies')}.`;
    }
  }
}

export function foreignFormPage(surroundings: PageSurroundings, why: ForeignForm): Response {
  const main = `<p class="lead">${escaped(foreignFormText(why))}</p>
<p class="answer">${remedy(why)}</p>
<p class="foot"><a href="${surroundings.base}/login">Back to the log-in page</a></p>`;
  return page(surroundings, { title: 'Form refused', main, status: 403 });
}

/**
 * Renders the page for viewers who can't log in with a form: their wall link is not valid, or the proxy named
 * no user.
 */
export function refusalPage(surroundings: PageSurroundings, why: 'wall-link' | 'proxy'): Response {
  const [title, text] =
    why === 'wall-link'
      ? [
          'Wall link not valid',
          'The link was revoked or is incomplete. An operator of this host can make a new one:',
        ]
      : ['Not logged in', 'The proxy in front of this host handles log-ins, and it named no user.'];
  const command = why === 'wall-link' ? '<p class="foot"><code>edgewatch wall-links add NAME</code></p>' : '';
  const main = `<p class="lead">${text}</p>${command}`;
  return page(surroundings, { title, main, status: 401, headers: { 'www-authenticate': challenge } });
}
