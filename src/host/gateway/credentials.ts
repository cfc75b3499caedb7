/**
 * Sends the configured request headers of a deployment, and reads their secret files again if the service
 * refuses them.
 */

import { checkHeaderValue } from '../configuration/header-values.ts';
import { maskOf } from '../net/mask-secrets.ts';
import { refreshAll, type Secret } from '../net/secrets.ts';
import type { Unchanged, UpstreamFailure, UpstreamOutcome } from './upstream.ts';

export class Credentials {
  readonly #headers: readonly (readonly [name: string, value: Secret])[];
  readonly #report: (line: string) => void;

  constructor(headers: Readonly<Record<string, Secret>>, report: (line: string) => void) {
    this.#headers = Object.entries(headers).map(([name, secret]) => [name.toLowerCase(), secret]);
    this.#report = report;
  }

  get headers(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#headers.map(([name, secret]) => [name, secret.reveal()]));
  }

  /**
   * Sends a request. If the service returns 401 and a secret file has changed, sends it once more.
   * @param ask - sends the request with the given headers.
   */
  async present(
    ask: (headers: Readonly<Record<string, string>>) => Promise<UpstreamOutcome | Unchanged>,
  ): Promise<UpstreamOutcome | Unchanged> {
    const first = await ask(this.headers);
    const isRefused = first.kind === 'failure' && first.status === 401;
    return this.#masked(isRefused && this.refresh() ? await ask(this.headers) : first);
  }

  /** Reads the secret files again. @returns whether one of them has changed. */
  refresh(): boolean {
    const secrets = this.#headers.map(([name, secret]) => ({
      what: `header ${name}`,
      secret,
      check: (text: string) => checkHeaderValue('it', text),
    }));
    return refreshAll(secrets, this.#report);
  }

  #masked(outcome: UpstreamOutcome | Unchanged): UpstreamOutcome | Unchanged {
    if (outcome.kind !== 'failure' || this.#headers.length === 0) return outcome;
    const mask = maskOf(this.#headers.map(([, secret]) => secret.reveal()));
    const { summary, detail, cause, headers } = outcome;
    return {
      ...outcome,
      ...refusal(outcome, summary),
      detail: detail === null ? null : mask(detail),
      ...(cause !== undefined && { cause: mask(cause) }),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)])),
    };
  }
}

function refusal(
  { failure, status }: UpstreamFailure,
  summary: string,
): Pick<UpstreamFailure, 'summary'> & Partial<Pick<UpstreamFailure, 'reason'>> {
  if (failure !== 'refused') return { summary };
  return {
    reason: 'credential-refused',
    summary:
      status === 403
        ? 'HTTP 403: the service does not allow our credential to read this'
        : 'HTTP 401: the service does not accept our credential',
  };
}
