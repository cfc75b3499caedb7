/** The only address of which this app makes a script while it runs: the policy of its document allows no other. */

// oxlint-disable-next-line import/default -- what it is told to be imported as
import address from './worker.ts?worker&url';

/** Of the Trusted Types of browsers, which TypeScript does not know. What a policy makes stands for a text. */
interface Policies {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(text: string): string };
}

declare global {
  var trustedTypes: Policies | undefined;
}

let script: string | null = null;

/** The script of the worker; a browser that knows no Trusted Types takes its address as it is. */
export function workerScript(): string {
  const policy = globalThis.trustedTypes;
  script ??= policy
    ? policy.createPolicy('worker', { createScriptURL: () => address }).createScriptURL('')
    : address;
  return script;
}
