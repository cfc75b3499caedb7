/** Security headers of every response, errors included. */

const appPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Only for the list worker's script (app/queries/large-lists/worker-script.ts).
  'trusted-types worker',
].join('; ');

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

export const apiHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  ...everywhere,
};

export const appHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': appPolicy,
  'cross-origin-resource-policy': 'same-origin',
  ...everywhere,
};

/**
 * Returns the headers of an HTML document.
 * @param digests - of the `<style>` elements of the document (`sha256-…`).
 */
export function documentHeaders(digests: readonly string[]): Readonly<Record<string, string>> {
  const sources = ["'self'", ...digests.map((digest) => `'${digest}'`)].join(' ');
  const policy = appPolicy.replace("style-src 'self'", `style-src ${sources}`);
  return { ...appHeaders, 'content-security-policy': policy };
}

/** Returns the headers of an HTML document that pages of these origins may show in a frame. */
export function framedBy(
  origins: readonly string[],
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (origins.length === 0) return headers;
  const policy = headers['content-security-policy'] ?? '';
  const ancestors = `frame-ancestors ${origins.join(' ')}`;
  return { ...headers, 'content-security-policy': policy.replace("frame-ancestors 'none'", ancestors) };
}

/** Returns the headers of the log-in page, which may send a form. */
export function formHeaders(digests: readonly string[]): Readonly<Record<string, string>> {
  const headers = documentHeaders(digests);
  const policy = headers['content-security-policy']?.replace("form-action 'none'", "form-action 'self'") ?? '';
  // Without a referrer browsers send no `Origin` with the form.
  return { ...headers, 'content-security-policy': policy, 'referrer-policy': 'same-origin' };
}
