/** Reads the log-in form. It must be short. */

import { mediaTypeOf, readBody } from '../http/posted.ts';

/** Maximum size of a form in bytes. */
const longestForm = 8 * 1024;

/** Reads the fields of a form. Returns HTTP status 415 if the body is no form, 413 if it is too long, and 400 if it breaks off. */
export async function readForm(request: Request): Promise<URLSearchParams | 400 | 413 | 415> {
  if (mediaTypeOf(request.headers) !== 'application/x-www-form-urlencoded') return 415;
  const body = await readBody(request, longestForm);
  return typeof body === 'number' ? body : new URLSearchParams(body.toString('utf8'));
}
