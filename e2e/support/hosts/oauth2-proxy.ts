/**
 * A server with the paths and headers of oauth2-proxy. It is a proxy by itself, or authenticates the requests
 * of nginx. Its log-in page has a link for each person in place of a provider.
 */

import { type Front, passOn, startServer } from './fronts.ts';

/** Groups of each person. A test may change them. */
export type People = Map<string, readonly string[]>;

/** Returns the `Cookie` header of a person who has logged in. */
export function cookieOf(person: string): string {
  return `_oauth2_proxy=${person}`;
}

/** @param target - origin of the host behind it, if it is a proxy by itself. */
export function startOauth2Proxy(people: People, target: string): Promise<Front> {
  return startServer((incoming, outgoing) => {
    const { url = '', headers } = incoming;
    const { pathname, searchParams } = new URL(`http://proxy${url}`);
    const [, person = ''] = /(?:^|; )_oauth2_proxy=(\w+)/.exec(headers.cookie ?? '') ?? [];
    const groups = people.get(person)?.join(',');
    const back = searchParams.get('rd') ?? '/';
    switch (pathname) {
      case '/oauth2/auth': {
        const named = { 'x-auth-request-user': person, 'x-auth-request-groups': groups };
        return groups === undefined ? outgoing.writeHead(401).end() : outgoing.writeHead(202, named).end();
      }
      case '/oauth2/sign_in': {
        const links = [...people.keys()].map((name) => {
          const address = `/oauth2/start?as=${name}&rd=${encodeURIComponent(back)}`;
          return `<a href="${address}">${name}</a>`;
        });
        const page = `<!doctype html><title>Sign in</title><link rel="icon" href="data:,">${links.join(' ')}`;
        return outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page);
      }
      case '/oauth2/start': {
        const cookie = `${cookieOf(searchParams.get('as') ?? '')}; Path=/; HttpOnly; SameSite=Lax`;
        return outgoing.writeHead(302, { location: back, 'set-cookie': cookie }).end();
      }
      default:
        if (groups === undefined)
          return outgoing.writeHead(302, { location: `/oauth2/sign_in?rd=${encodeURIComponent(url)}` }).end();
        // These replace the headers of the same name that a client sent.
        headers['x-forwarded-user'] = person;
        headers['x-forwarded-groups'] = groups;
        return passOn(target, incoming, outgoing, headers.host);
    }
  });
}
