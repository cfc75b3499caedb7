/** Headers that every answer of the host carries, errors included. */

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
  // For the script of its worker alone (app/queries/large-lists/worker-script.ts).
  'trusted-types worker',
].join('; ');

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** For answers of the API, the host's own documents and its errors: nothing in them may run or be framed. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  ...everywhere,
};

/** For the app's files. */
export const appHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': appPolicy,
  'cross-origin-resource-policy': 'same-origin',
  ...everywhere,
};

/** For a document with `<style>` elements of its own, allowed by their digests (`sha256-…`). */
export function documentHeaders(digests: readonly string[]): Readonly<Record<string, string>> {
  const sources = ["'self'", ...digests.map((digest) => `'${digest}'`)].join(' ');
  const policy = appPolicy.replace("style-src 'self'", `style-src ${sources}`);
  return { ...appHeaders, 'content-security-policy': policy };
}

/** For the page of a form, which alone may send one. */
export function formHeaders(digests: readonly string[]): Readonly<Record<string, string>> {
  const headers = documentHeaders(digests);
  const policy = headers['content-security-policy']?.replace("form-action 'none'", "form-action 'self'") ?? '';
  // Without a referrer a browser would not say either from which origin the form comes.
  return { ...headers, 'content-security-policy': policy, 'referrer-policy': 'same-origin' };
}
