import { SettingsError } from '../net/settings-error.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Returns the lowest level to log, from the text of `EDGEWATCH_LOG`.
 * @throws SettingsError for an unknown level.
 */
export function checkLevel(text = ''): string {
  const level = text === '' ? 'info' : text;
  if (levels.some((known) => known === level)) return level;
  throw new SettingsError(`EDGEWATCH_LOG must be one of ${levels.join(', ')}, not ${JSON.stringify(level)}.`);
}
