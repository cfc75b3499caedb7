/** Responses of access control without a page. */

import { problem } from '../http/problem.ts';
import { challenge } from './access-page.ts';

function isSharingRule(rule: string): boolean {
  const [name = ''] = rule.toLowerCase().split('=', 1);
  return ['public', 'private', 's-maxage'].includes(name.trim());
}

/** Lets no cache give a response to other viewers. */
export function asPrivate(response: Response): Response {
  const { headers } = response;
  const stated = headers.get('cache-control') ?? '';
  const rules = stated
    .split(',')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '' && !isSharingRule(rule));
  headers.set('cache-control', ['private', ...rules].join(', '));
  const vary = headers.get('vary');
  headers.set('vary', vary === null || vary === '' ? 'cookie' : `${vary}, cookie`);
  return response;
}

export function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const each of cookies) headers.append('set-cookie', each);
  return new Response(null, { status: 303, headers });
}

export function notLoggedIn(): Response {
  return problem({
    status: 401,
    title: 'Not logged in',
    detail: 'You are not logged in: your session has ended, or there was none.',
    kind: 'refused',
    reason: 'session-ended',
    headers: { 'www-authenticate': challenge },
  });
}

export function badForm(status: 400 | 413 | 415): Response {
  if (status === 400) return problem({ status, title: 'Bad request', detail: 'The form breaks off.' });
  return status === 413
    ? problem({ status, title: 'Too large', detail: 'The form is too long.' })
    : problem({
        status,
        title: 'Not a form',
        detail: 'The form must be application/x-www-form-urlencoded.',
      });
}
