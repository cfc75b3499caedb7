/** Parses the query parameters strictly (API document, part 4, rules 1 to 3). */

import type { Parameter } from '#contract/endpoints.ts';
import { defaultLimit, limitForm, maximumLimit } from './choices.ts';
import type { ListQuery } from './store.ts';

export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

const shownLength = 80;

function shown(text: string): string {
  return JSON.stringify(text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);
}

function isAccepted(name: string, accepted: readonly Parameter[]): name is Parameter {
  return accepted.some((parameter) => parameter === name);
}

function unknownParameter(name: string, path: string, accepted: readonly Parameter[]): ParameterError {
  const takes = accepted.length === 0 ? 'takes no parameters' : `takes only ${accepted.join(' and ')}`;
  return new ParameterError(
    name.slice(0, shownLength),
    `The parameter ${shown(name)} is not known here: ${path} ${takes}.`,
  );
}

function parseLimit(value: string): number {
  if (!limitForm.test(value))
    throw new ParameterError('limit', `limit must be an integer of at least 1; it was ${shown(value)}.`);
  return Math.min(Number(value), maximumLimit);
}

/**
 * Parses the query parameters of a request.
 * @param query - text after `?`, without it.
 * @throws ParameterError for the first parameter that is unknown, repeated or malformed.
 */
export function parseParameters(path: string, query: string, accepted: readonly Parameter[]): ListQuery {
  const given = new Map<Parameter, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!isAccepted(name, accepted)) throw unknownParameter(name, path, accepted);
    if (given.has(name)) throw new ParameterError(name, `The parameter ${name} is given more than once.`);
    given.set(name, value);
  }
  const limit = given.get('limit');
  const region = given.get('region');
  return {
    limit: limit === undefined ? defaultLimit : parseLimit(limit),
    ...(region === undefined ? {} : { region }),
  };
}
