/** Migrates a database to the newest schema. Each step runs once and completely. */

import type { SqlDatabase } from './database.ts';

export interface Migration {
  /** Identifies the migration in databases, so it never changes after a release. */
  readonly name: string;
  readonly statements: readonly string[];
}

/**
 * Runs the missing migrations in order, each in its own transaction.
 * @returns the names of the migrations it ran.
 * @throws Error if a newer version made the database, or if a statement fails.
 */
export async function migrate(
  database: SqlDatabase,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  await database.run('create table if not exists migrations (name text primary key)');
  const rows = await database.all('select name from migrations');
  const done = new Set(rows.map((row) => row['name']));
  const known = new Set<unknown>(migrations.map((migration) => migration.name));
  const foreign = [...done].find((name) => !known.has(name));
  if (foreign !== undefined)
    throw new Error(
      `The database has the migration "${String(foreign)}", which this version does not know. Use the version that made it, or a new file.`,
    );
  const missing = migrations.filter((migration) => !done.has(migration.name));
  for (const migration of missing) {
    await database.transaction(async (statements) => {
      for (const statement of migration.statements) await statements.run(statement);
      await statements.run('insert into migrations (name) values (?)', [migration.name]);
    });
  }
  return missing.map((migration) => migration.name);
}
