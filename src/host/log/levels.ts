import { SettingsError } from '../net/settings-error.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type Level = (typeof levels)[number];

/** Returns whether lines of a level are logged. */
export function isLogged(level: Level, lowest: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(lowest);
}

/**
 * Returns the lowest level to log, from the text of `EDGEWATCH_LOG`.
 * @throws SettingsError for an unknown level.
 */
export function checkLevel(text = ''): Level {
  const level = levels.find((known) => known === (text === '' ? 'info' : text));
  if (level) return level;
  throw new SettingsError(`EDGEWATCH_LOG must be one of ${levels.join(', ')}, not ${JSON.stringify(text)}.`);
}
