/**
 * Returns the URL of the worker's script. It is the only script URL that this app creates at run time; the
 * content security policy allows no other.
 */

// oxlint-disable-next-line import/default -- what it is told to be imported as
import address from './worker.ts?worker&url';

/**
 * Part of the Trusted Types API, which TypeScript does not declare. A policy returns a `TrustedScriptURL`. It
 * is typed as a string here, because TypeScript lets `new Worker` take only strings and `URL`s.
 */
interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(text: string): string };
}

declare global {
  var trustedTypes: TrustedTypePolicyFactory | undefined;
}

let script: string | null = null;

/**
 * Returns the URL of the worker's script: trusted by a policy, or a plain string in browsers without Trusted
 * Types.
 */
export function workerScript(): string {
  const policy = globalThis.trustedTypes;
  script ??= policy
    ? policy.createPolicy('worker', { createScriptURL: () => address }).createScriptURL('')
    : address;
  return script;
}
