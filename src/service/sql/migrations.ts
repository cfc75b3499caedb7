/**
 * The schema, as a list of migrations. Columns are named like the fields of part 2 of the API document.
 * Timestamps are epoch milliseconds, scopes are JSON.
 * Every list has indexes in its own order (`listOrder` in choices.ts), complete and by region. A response
 * therefore costs its limit, not the table.
 */

import type { Migration } from './migrate.ts';

export const migrations: readonly Migration[] = [
  {
    name: '001-inventory',
    statements: [
      `create table regions (
        code text primary key,
        name text not null,
        zone text not null,
        country text not null,
        status text not null
      )`,
      `create table nodes (
        id text primary key,
        created_at bigint not null,
        pop text not null,
        status text not null,
        capacity text not null
      )`,
      'create index nodes_newest on nodes (created_at desc, id)',
      'create index nodes_of_region on nodes (pop, created_at desc, id)',
      `create table buckets (
        id text primary key,
        created_at bigint not null,
        name text not null,
        region text not null,
        objects bigint not null,
        bytes bigint not null
      )`,
      'create index buckets_newest on buckets (created_at desc, id)',
      'create index buckets_of_region on buckets (region, created_at desc, id)',
      // Assets show no region (API document, part 2) but can be filtered by region (part 4).
      `create table assets (
        id text primary key,
        created_at bigint not null,
        path text not null,
        bytes bigint not null,
        cache_status text not null,
        region text not null
      )`,
      'create index assets_newest on assets (created_at desc, id)',
      'create index assets_of_region on assets (region, created_at desc, id)',
      `create table applications (
        id text primary key,
        created_at bigint not null,
        name text not null,
        scopes text not null,
        last_used_at bigint not null
      )`,
      'create index applications_newest on applications (created_at desc, id)',
      `create table events (
        id text primary key,
        created_at bigint not null,
        name text not null,
        count bigint not null,
        source text not null
      )`,
      'create index events_newest on events (created_at desc, id)',
    ],
  },
  {
    name: '002-status',
    statements: [
      `create table components (
        name text primary key,
        position integer not null,
        status text not null
      )`,
      // One row: the `updated_at` of the status document.
      `create table service_state (
        id integer primary key check (id = 1),
        updated_at bigint not null
      )`,
    ],
  },
  {
    name: '003-imports',
    statements: [
      // One row for each imported resource (imports.ts). `document`: JSON of the status document.
      `create table imports (
        resource text primary key,
        claim text not null,
        document text
      )`,
    ],
  },
];
