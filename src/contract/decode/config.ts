/**
 * Checks a hand-written `/config.json` (set-up with plain files, without a host). The host generates its own
 * from checked configuration.
 */

import {
  type AppConfig,
  type Deployment,
  defaultLimits,
  defaultPollSeconds,
  defaultVerdictSettings,
  mostItems,
  type Places,
  pollSecondsRange,
  type RequestLimits,
  type VerdictSettings,
} from '../host.ts';
import { isPlainObject } from '../json/parse.ts';
import { displayNames } from '../names/deployment-names.ts';
import { reservedSlugs, slugPattern } from '../names/slugs.ts';

/** Thrown for a `/config.json` that the app cannot use. The message contains the path of the mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function text(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ConfigError(`config.json: ${path} must be a text and not empty.`);
}

function decodeWords(value: unknown, path: string): Record<string, string> {
  if (value === undefined) return {};
  if (!isPlainObject(value)) throw new ConfigError(`config.json: ${path} must be an object.`);
  return Object.fromEntries(
    Object.entries(value).map(([word, severity]) => [word, text(severity, `${path}.${word}`)]),
  );
}

function decodePlaces(value: unknown, path: string): Places {
  if (value === undefined) return {};
  if (!isPlainObject(value)) throw new ConfigError(`config.json: ${path} must be an object.`);
  return Object.fromEntries(
    Object.entries(value).map(([code, place]) => {
      const { lat, lon } = isPlainObject(place) ? place : {};
      if (typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180)
        return [code, { lat, lon }];
      throw new ConfigError(`config.json: ${path}.${code} must be { lat, lon } in degrees.`);
    }),
  );
}

function decodeVerdict(value: unknown, path: string): VerdictSettings {
  if (!isPlainObject(value)) throw new ConfigError(`config.json: ${path} must be an object.`);
  const { regions = defaultVerdictSettings.regions, nodeShare = defaultVerdictSettings.nodeShare } = value;
  if (typeof regions !== 'boolean')
    throw new ConfigError(`config.json: ${path}.regions must be true or false.`);
  if (nodeShare !== false && !(typeof nodeShare === 'number' && nodeShare > 0 && nodeShare <= 1))
    throw new ConfigError(`config.json: ${path}.nodeShare must be a number above 0 and at most 1, or false.`);
  return { regions, nodeShare };
}

function decodePoll(seconds: unknown, path: string): number {
  const { least, most } = pollSecondsRange;
  if (typeof seconds === 'number' && seconds >= least && seconds <= most) return seconds;
  throw new ConfigError(`config.json: ${path} must be a number from ${least} to ${most}.`);
}

function decodeCount(count: unknown, path: string): number {
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= mostItems) return count;
  throw new ConfigError(`config.json: ${path} must be an integer from 1 to ${mostItems}.`);
}

function decodeTexts(value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value)) throw new ConfigError(`config.json: ${path} must be a list.`);
  return value.map((each, index) => text(each, `${path}[${index}]`));
}

function decodeDeployment(value: unknown, path: string): Deployment {
  if (!isPlainObject(value)) throw new ConfigError(`config.json: ${path} must be an object.`);
  const { pollSeconds, maximumItems, departures, budget } = value;
  const slug = text(value['slug'], `${path}.slug`);
  if (!slugPattern.test(slug) || reservedSlugs.has(slug))
    throw new ConfigError(
      `config.json: ${path}.slug ${JSON.stringify(slug)} is reserved or not of the form ${slugPattern.source}.`,
    );
  const baseUrl = text(value['baseUrl'], `${path}.baseUrl`);
  return {
    slug,
    baseUrl,
    name: value['name'] === undefined ? slug : text(value['name'], `${path}.name`),
    shownUrl: value['shownUrl'] === undefined ? baseUrl : text(value['shownUrl'], `${path}.shownUrl`),
    demo: value['demo'] === true,
    words: decodeWords(value['words'], `${path}.words`),
    places: decodePlaces(value['places'], `${path}.places`),
    ...(value['verdict'] !== undefined && { verdict: decodeVerdict(value['verdict'], `${path}.verdict`) }),
    ...(pollSeconds !== undefined && { pollSeconds: decodePoll(pollSeconds, `${path}.pollSeconds`) }),
    ...(maximumItems !== undefined && { maximumItems: decodeCount(maximumItems, `${path}.maximumItems`) }),
    ...(departures !== undefined && { departures: decodeTexts(departures, `${path}.departures`) }),
    ...(budget !== undefined && { budget: decodeCount(budget, `${path}.budget`) }),
  };
}

/** Maximum delay of a browser timer, in milliseconds. Browsers fire a longer timer at once. */
const longestTimer = 2 ** 31 - 1;

function decodeLimits(value: unknown): RequestLimits {
  const stated = isPlainObject(value) ? value : {};
  const limit = (name: keyof RequestLimits): number => {
    const number = stated[name] ?? defaultLimits[name];
    if (typeof number === 'number' && number > 0 && number <= longestTimer) return number;
    throw new ConfigError(`config.json: limits.${name} must be a number from 1 to ${longestTimer}.`);
  };
  return {
    headersMilliseconds: limit('headersMilliseconds'),
    totalMilliseconds: limit('totalMilliseconds'),
    maximumBodyBytes: limit('maximumBodyBytes'),
  };
}

/**
 * Checks a parsed `/config.json`. Unknown members are ignored.
 *
 * @throws ConfigError with the path of the first mistake.
 */
export function decodeConfig(value: unknown): AppConfig {
  if (!isPlainObject(value)) throw new ConfigError('config.json: it must be an object.');
  const list = value['deployments'];
  if (!Array.isArray(list) || list.length === 0)
    throw new ConfigError('config.json: deployments must be a list with at least one deployment.');
  const pollSeconds = decodePoll(value['pollSeconds'] ?? defaultPollSeconds, 'pollSeconds');
  const deployments = list.map((entry, index) => decodeDeployment(entry, `deployments[${index}]`));
  const slugs = new Set(deployments.map((deployment) => deployment.slug));
  if (slugs.size !== deployments.length)
    throw new ConfigError('config.json: two deployments have the same slug.');
  const names = displayNames(deployments);
  const shown = deployments.map((deployment, index) => ({
    ...deployment,
    name: names[index] ?? deployment.name,
  }));
  return { deployments: shown, pollSeconds, limits: decodeLimits(value['limits']) };
}
