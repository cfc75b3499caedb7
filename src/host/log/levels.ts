import { SettingsError } from '../configuration/base-url.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * The level from which on lines are written, from `EDGEWATCH_LOG`.
 *
 * @throws SettingsError for a level that there is none of.
 */
export function checkLevel(text = ''): string {
  const level = text === '' ? 'info' : text;
  if (levels.some((known) => known === level)) return level;
  throw new SettingsError(`EDGEWATCH_LOG must be one of ${levels.join(', ')}, not ${JSON.stringify(level)}.`);
}
