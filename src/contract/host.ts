/** The host's own small API: what `/config.json` tells the app. */

import { isPlainObject } from './json.ts';

export interface Deployment {
  readonly slug: string;
  readonly name: string;
  /** Where the app asks, relative to the app's own base: `deployments/<slug>`, or an absolute URL of a plain-file set-up. */
  readonly baseUrl: string;
  /** What to show as the deployment's address: the configured upstream without secrets. */
  readonly shownUrl: string;
  /** Demo data, labelled as such on screen. */
  readonly demo: boolean;
  /** Status words given another class by configuration; `Record<word, severity>`. */
  readonly words: Readonly<Record<string, string>>;
  readonly places?: Places;
}

/** Region code → where it stands, degrees: for places that no gazetteer knows. */
export type Places = Readonly<Record<string, { readonly lat: number; readonly lon: number }>>;

/** What a wall shows and from how far it is read; each option has a default. */
export interface WallOptions {
  readonly scenes?: readonly string[] | undefined;
  /** For each scene. */
  readonly seconds?: number | undefined;
  readonly theme?: 'dark' | 'light' | undefined;
  /** Metres between the screen and whoever reads it. */
  readonly distance?: number | undefined;
  /** Inches. */
  readonly diagonal?: number | undefined;
  readonly zone?: string | undefined;
  readonly sound?: boolean | undefined;
  readonly deployments?: readonly string[] | undefined;
  readonly filter?: string | undefined;
}

export interface AppConfig {
  readonly deployments: readonly Deployment[];
  /** Seconds between two readings of a status document (P of part 5 of the design). */
  readonly pollSeconds: number;
  readonly wall?: WallOptions;
}

export const defaultPollSeconds = 10;
export const pollSecondsRange = { least: 2, most: 300 } as const;

/** Slugs that are words of the app's own addresses. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  'about api assets config deployments healthz history login metrics openapi readyz wall'.split(' '),
);

export const slugPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** A hand-written `/config.json` that the app cannot use, with the path of the mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function text(value: unknown, path: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ConfigError(`config.json: ${path} must be a text that is not empty.`);
}

function decodeWords(value: unknown, path: string): Record<string, string> {
  if (value === undefined) return {};
  if (!isPlainObject(value)) throw new ConfigError(`config.json: ${path} must be an object.`);
  return Object.fromEntries(
    Object.entries(value).map(([word, severity]) => [word, text(severity, `${path}.${word}`)]),
  );
}

function decodeDeployment(value: unknown, path: string): Deployment {
  if (!isPlainObject(value)) throw new ConfigError(`config.json: ${path} must be an object.`);
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
  };
}

/**
 * Checks a parsed `/config.json`. Unknown members pass.
 *
 * @throws ConfigError naming the path of the first mistake.
 */
export function decodeConfig(value: unknown): AppConfig {
  if (!isPlainObject(value)) throw new ConfigError('config.json: it must be an object.');
  const list = value['deployments'];
  if (!Array.isArray(list) || list.length === 0)
    throw new ConfigError('config.json: deployments must be a list with at least one deployment.');
  const pollSeconds = value['pollSeconds'] ?? defaultPollSeconds;
  const { least, most } = pollSecondsRange;
  if (typeof pollSeconds !== 'number' || !(pollSeconds >= least && pollSeconds <= most))
    throw new ConfigError(`config.json: pollSeconds must be a number from ${least} to ${most}.`);
  const deployments = list.map((entry, index) => decodeDeployment(entry, `deployments[${index}]`));
  const slugs = new Set(deployments.map((deployment) => deployment.slug));
  if (slugs.size !== deployments.length)
    throw new ConfigError('config.json: two deployments have the same slug.');
  return { deployments, pollSeconds };
}
