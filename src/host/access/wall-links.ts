/**
 * Links for screens on walls, in the folder of data: `edgewatch wall-links` writes the file, a host reads it anew when it is
 * another. A link is held as its digest, so whoever reads the file cannot use it.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SettingsError } from '../configuration/base-url.ts';
import { readKept, writeKept } from '../data/kept-file.ts';

const form = z.array(
  z.strictObject({
    name: z.string().min(1),
    /** SHA-256 of the key. */
    digest: z.string().length(43),
    /** ISO 8601. */
    addedAt: z.string(),
    /** Of which its screens are, as those of a person (deployments[].visibleTo). */
    groups: z.array(z.string()),
  }),
);

export type WallLink = z.output<typeof form>[number];

const mostLinks = 1_000;

/** A name that fits into a line of a terminal. */
const nameForm = /^[^\p{C}\s](?:[^\p{C}\n]{0,58}[^\p{C}\s])?$/u;

/** 32 random bytes. */
const keyForm = /^[\w-]{43}$/;

export function wallLinksFile(folder: string): string {
  return join(folder, 'wall-links.json');
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** @throws SettingsError where the file cannot be read. */
export function listWallLinks(folder: string): readonly WallLink[] {
  try {
    return form.parse(readKept(wallLinksFile(folder)) ?? []);
  } catch {
    throw new SettingsError(`${wallLinksFile(folder)} cannot be read as a list of wall links.`);
  }
}

function keepLinks(folder: string, links: readonly WallLink[]): void {
  try {
    writeKept(wallLinksFile(folder), links);
  } catch {
    throw new SettingsError(`${wallLinksFile(folder)} cannot be written.`);
  }
}

/**
 * Adds a link.
 *
 * @returns its key, which stands nowhere afterwards.
 * @throws SettingsError where there is one of that name, or the name will not do.
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
  keepLinks(folder, [...links, { name, digest, addedAt: now.toISOString(), groups: [...groups] }]);
  return key;
}

/** @throws SettingsError where there is none of that name. */
export function revokeWallLink(folder: string, name: string): void {
  const links = listWallLinks(folder);
  const left = links.filter((link) => link.name !== name);
  if (left.length === links.length)
    throw new SettingsError(
      `There is no wall link ${JSON.stringify(name)}; edgewatch wall-links list has them.`,
    );
  keepLinks(folder, left);
}

/** The links as a running host knows them. */
export class WallLinks {
  readonly #folder: string | null;
  readonly #report: (line: string) => void;
  #state = '';
  #links: readonly { readonly link: WallLink; readonly digest: Buffer }[] = [];

  /** @param folder - `null` where there is none, and so no link. */
  constructor(folder: string | null, report: (line: string) => void) {
    this.#folder = folder;
    this.#report = report;
  }

  /** The link of a key, if it is valid at this moment. */
  find(key: string): WallLink | null {
    if (this.#folder === null || !keyForm.test(key)) return null;
    this.#refresh(this.#folder);
    const digest = digestOf(key);
    return this.#links.find((each) => timingSafeEqual(each.digest, digest))?.link ?? null;
  }

  /** A look at the file's state takes microseconds; a link that was revoked must not have one more answer. */
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
