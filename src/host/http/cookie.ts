/** The value of a cookie as it was sent, whoever may have written it; `null` where there is none of the name. */
export function cookieOf(request: Request, name: string): string | null {
  const sent = (request.headers.get('cookie') ?? '').split(';');
  const pair = sent.find((entry) => entry.trim().startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(pair.indexOf('=') + 1).trim();
}
