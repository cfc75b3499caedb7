/** Opens the store of imported data in a data folder. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#host/data/make-folder.ts';
import { SettingsError } from '#host/net/settings-error.ts';
import { openLibsql } from '#service/sql/libsql.ts';
import { openStore, type Store } from '#service/store.ts';

/** Name of the file. It is locked while it is open, so that one process uses it. */
const fileName = 'service.db';

export function hasImported(folder: string): boolean {
  return existsSync(join(folder, fileName));
}

/**
 * Opens the store, and makes it and its folder if they are missing.
 * @throws SettingsError if it cannot be opened, or another process uses it.
 */
export async function openImported(folder: string): Promise<Store> {
  try {
    makeFolder(folder);
    return await openStore(openLibsql(join(folder, fileName)));
  } catch (cause) {
    throw new SettingsError(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Opens the store, calls `work` with it, and closes it. */
export async function withImported<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openImported(folder);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
