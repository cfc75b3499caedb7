/** The value as sent, unchecked; `null` if the cookie is absent. */
export function cookieOf(request: Request, name: string): string | null {
  const sent = (request.headers.get('cookie') ?? '').split(';');
  const pair = sent.find((entry) => entry.trim().startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(pair.indexOf('=') + 1).trim();
}
