/** Lists and changes the wall links in the database that several hosts share, for `edgewatch wall-links`. */

import { z } from 'zod';
import { SharedDatabase } from '#host/history/store/postgres/shared-database.ts';
import { StoreFailure } from '#host/history/store/store.ts';
import { SettingsError } from '#host/net/settings-error.ts';
import {
  linkExists,
  makeWallLink,
  noSuchLink,
  type WallLink,
  type WallLinkList,
  wallLinkForm,
} from '../wall-links.ts';
import { nextVersion } from './shared-access.ts';

const listForm = z.array(wallLinkForm);
const listSql = 'select name, digest, added_at as "addedAt", groups from wall_link order by added_at, name';

export class SharedWallLinks implements WallLinkList {
  readonly #database: SharedDatabase;

  constructor(url: string) {
    this.#database = new SharedDatabase(url);
  }

  list(): Promise<readonly WallLink[]> {
    return inDatabase(async () => {
      const { rows } = await this.#database.use((client) => client.query(listSql));
      return listForm.parse(rows);
    });
  }

  async add(name: string, groups: readonly string[], now: Date): Promise<string> {
    const { key, link } = makeWallLink(await this.list(), name, groups, now);
    const sql = `${nextVersion} insert into wall_link (name, digest, added_at, groups)
      select $1, $2, $3, $4 from next on conflict (name) do nothing`;
    const values = [link.name, link.digest, link.addedAt, link.groups];
    const { rowCount } = await inDatabase(() => this.#database.use((client) => client.query(sql, values)));
    // Somebody else added the name since the list was read.
    if (rowCount === 0) throw linkExists(name);
    return key;
  }

  async revoke(name: string): Promise<void> {
    const sql = `${nextVersion} delete from wall_link using next where name = $1`;
    const { rowCount } = await inDatabase(() => this.#database.use((client) => client.query(sql, [name])));
    if (rowCount === 0) throw noSuchLink(name);
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

async function inDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof StoreFailure ? new SettingsError(`${cause.message}.`) : cause;
  }
}
