/**
 * Links that give wall screens access without a password, stored in the data folder. `edgewatch wall-links`
 * writes the file, and the host reads it again when it changes. The file has only digests of the keys, so a
 * reader of the file cannot use a link.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readStored, writeStored } from '../data/stored-file.ts';
import { SettingsError } from '../net/settings-error.ts';

const form = z.array(
  z.strictObject({
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
  }),
);

export type WallLink = z.output<typeof form>[number];

const mostLinks = 1_000;

/**
 * Matches a link's name: 1 to 60 characters on one line, without control characters, and without a space at
 * either end.
 */
const nameForm = /^[^\p{C}\s](?:[^\p{C}\n]{0,58}[^\p{C}\s])?$/u;

/** Matches a link's key: 32 random bytes in base64url. */
const keyForm = /^[\w-]{43}$/;

export function wallLinksFile(folder: string): string {
  return join(folder, 'wall-links.json');
}

function digestOf(key: string): Buffer {
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
 * Adds a wall link with a new key to the file.
 * @returns the key, which is stored nowhere.
 * @throws SettingsError if the name is taken or not valid, if there are too many links, or if the file cannot
 * be read or written.
 */
export function addWallLink(folder: string, name: string, groups: readonly string[], now: Date): string {
  if (!nameForm.test(name))
    throw new SettingsError('A wall link has a name of 1 to 60 characters, on one line.');
  const links = listWallLinks(folder);
  if (links.some((link) => link.name === name))
    throw new SettingsError(`There is a wall link ${JSON.stringify(name)} already; revoke it first.`);
  if (links.length >= mostLinks) throw new SettingsError(`There are ${mostLinks} wall links already.`);
  const key = randomBytes(32).toString('base64url');
  const digest = digestOf(key).toString('base64url');
  storeLinks(folder, [...links, { name, digest, addedAt: now.toISOString(), groups: [...groups] }]);
  return key;
}

/**
 * Removes the wall link with this name from the file.
 * @throws SettingsError if there is no such link.
 */
export function revokeWallLink(folder: string, name: string): void {
  const links = listWallLinks(folder);
  const left = links.filter((link) => link.name !== name);
  if (left.length === links.length)
    throw new SettingsError(
      `There is no wall link ${JSON.stringify(name)}; edgewatch wall-links list shows them.`,
    );
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
