/**
 * Links that give wall screens access without a password, stored in the data folder. `edgewatch wall-links`
 * writes the file, and the host reads it again when it changes. The file has only digests of the keys, so a
 * reader of the file cannot use a link. Hosts with a database have their links there (shared/).
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readStored, writeStored } from '../data/stored-file.ts';
import { SettingsError } from '../net/settings-error.ts';

export const wallLinkForm = z.strictObject({
  name: z.string().min(1),
  /** SHA-256 of the link's key, in base64url. */
  digest: z.string().length(43),
  /** When the link was added, ISO 8601. */
  addedAt: z.string(),
  /**
   * Groups of the screens that use the link. They see the deployments that these groups may see
   * (deployments[].visibleTo).
   */
  groups: z.array(z.string()),
});

export type WallLink = z.output<typeof wallLinkForm>;

const form = z.array(wallLinkForm);

/** The stored links, as `edgewatch wall-links` changes them. Its methods throw a SettingsError. */
export interface WallLinkList {
  list(): Promise<readonly WallLink[]>;
  /** @returns the key, which is stored nowhere. */
  add(name: string, groups: readonly string[], now: Date): Promise<string>;
  revoke(name: string): Promise<void>;
}

const mostLinks = 1_000;

/**
 * Matches a link's name: 1 to 60 characters on one line, without control characters, and without a space at
 * either end.
 */
const nameForm = /^[^\p{C}\s](?:[^\p{C}\n]{0,58}[^\p{C}\s])?$/u;

/** Matches the key of a link or the token of a session: 32 random bytes in base64url. */
export const keyForm = /^[\w-]{43}$/;

export function wallLinksFile(folder: string): string {
  return join(folder, 'wall-links.json');
}

export function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * Reads the stored wall links.
 * @throws SettingsError if the file cannot be read.
 */
export function listWallLinks(folder: string): readonly WallLink[] {
  try {
    return form.parse(readStored(wallLinksFile(folder)) ?? []);
  } catch {
    throw new SettingsError(`${wallLinksFile(folder)} cannot be read as a list of wall links.`);
  }
}

function storeLinks(folder: string, links: readonly WallLink[]): void {
  try {
    writeStored(wallLinksFile(folder), links);
  } catch {
    throw new SettingsError(`${wallLinksFile(folder)} cannot be written.`);
  }
}

/**
 * Makes a wall link with a new key.
 * @param links - those that exist.
 * @throws SettingsError if the name is taken or not valid, or if there are too many links.
 */
export function makeWallLink(
  links: readonly WallLink[],
  name: string,
  groups: readonly string[],
  now: Date,
): { readonly key: string; readonly link: WallLink } {
  if (!nameForm.test(name))
    throw new SettingsError('A wall link has a name of 1 to 60 characters, on one line.');
  if (links.some((link) => link.name === name)) throw linkExists(name);
  if (links.length >= mostLinks) throw new SettingsError(`There are ${mostLinks} wall links already.`);
  const key = randomBytes(32).toString('base64url');
  const digest = digestOf(key).toString('base64url');
  return { key, link: { name, digest, addedAt: now.toISOString(), groups: [...groups] } };
}

/**
 * Adds a wall link with a new key to the file.
 * @returns the key, which is stored nowhere.
 * @throws SettingsError if {@link makeWallLink} does, or if the file cannot be read or written.
 */
export function addWallLink(folder: string, name: string, groups: readonly string[], now: Date): string {
  const links = listWallLinks(folder);
  const { key, link } = makeWallLink(links, name, groups, now);
  storeLinks(folder, [...links, link]);
  return key;
}

export function linkExists(name: string): SettingsError {
  return new SettingsError(`There is a wall link ${JSON.stringify(name)} already; revoke it first.`);
}

export function noSuchLink(name: string): SettingsError {
  return new SettingsError(
    `There is no wall link ${JSON.stringify(name)}; edgewatch wall-links list shows them.`,
  );
}

/**
 * Removes the wall link with this name from the file.
 * @throws SettingsError if there is no such link.
 */
export function revokeWallLink(folder: string, name: string): void {
  const links = listWallLinks(folder);
  const left = links.filter((link) => link.name !== name);
  if (left.length === links.length) throw noSuchLink(name);
  storeLinks(folder, left);
}

export class WallLinks {
  readonly #folder: string | null;
  readonly #report: (line: string) => void;
  #state = '';
  #links: readonly { readonly link: WallLink; readonly digest: Buffer }[] = [];

  /** @param folder - data folder; `null` if there is none, and so no links. */
  constructor(folder: string | null, report: (line: string) => void) {
    this.#folder = folder;
    this.#report = report;
  }

  find(key: string): WallLink | null {
    if (this.#folder === null || !keyForm.test(key)) return null;
    this.#refresh(this.#folder);
    const digest = digestOf(key);
    return this.#links.find((each) => timingSafeEqual(each.digest, digest))?.link ?? null;
  }

  /**
   * Reads the file again if it has changed. This is checked at each request, which takes microseconds: a
   * revoked link must get no further response.
   */
  #refresh(folder: string): void {
    const stats = statSync(wallLinksFile(folder), { throwIfNoEntry: false });
    const state = stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : '';
    if (state === this.#state) return;
    this.#state = state;
    try {
      this.#links = listWallLinks(folder).map((link) => ({
        link,
        digest: Buffer.from(link.digest, 'base64url'),
      }));
    } catch (cause) {
      this.#links = [];
      this.#report(`${cause instanceof Error ? cause.message : String(cause)} No wall link is valid.`);
    }
  }
}
