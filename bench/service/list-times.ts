/**
 * Measures in this process how long the reference service (`src/service`) takes for lists that it has not
 * cached, from a small and a large database table.
 */

import { createServiceApp } from '../../src/service/app.ts';
import { openLibsql } from '../../src/service/sql/libsql.ts';
import { openStore } from '../../src/service/store.ts';
import { answerMessages } from '../support/programs.ts';
import { median } from '../support/statistics.ts';

export interface ListTimesOrder {
  readonly sizes: readonly number[];
  readonly questions: readonly string[];
  readonly answers: number;
}

export interface ListTimes {
  readonly loads: readonly { readonly buckets: number; readonly milliseconds: number }[];
  readonly times: readonly {
    readonly question: string;
    /** Median microseconds of a response, one for each size of the table. */
    readonly microseconds: readonly number[];
  }[];
}

/**
 * Fills the buckets by SQL: a million rows take some seconds. Multiplication modulo a prime scatters ids and
 * times. There are few regions, so that a response has the same number of rows from either table.
 */
const fill = `insert into buckets (id, created_at, name, region, objects, bytes)
  with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ? - 1)
  select printf('bkt_%014d', i * 48271 % 2147483647),
    1767225600000 - i * 69621 % 2147483647 * 40,
    'bucket-' || i,
    'fra' || (i % 8),
    i * 31 % 100000,
    i * 69621 % 2147483647 * 1000
  from numbers`;

async function openBuckets(count: number) {
  const store = await openStore(openLibsql(':memory:'));
  await store.change(['bucket'], (statements) => statements.run(fill, [count]));
  const app = createServiceApp({ store, city: 'Frankfurt' });
  return {
    /** Microseconds from the request to the last byte, without a cached response. */
    async time(question: string): Promise<number> {
      // An empty change invalidates the cached response.
      await store.change(['bucket'], async () => undefined);
      const started = performance.now();
      const response = await app.request(`/api/v2/buckets?${question}`);
      await response.arrayBuffer();
      const microseconds = (performance.now() - started) * 1000;
      if (response.status !== 200) throw new Error(`?${question} is answered with ${response.status}.`);
      return microseconds;
    },
    close: () => store.close(),
  };
}

async function measure({ sizes, questions, answers }: ListTimesOrder): Promise<ListTimes> {
  const opened = [];
  const loads = [];
  for (const buckets of sizes) {
    const started = performance.now();
    opened.push(await openBuckets(buckets));
    loads.push({ buckets, milliseconds: performance.now() - started });
  }
  const times = [];
  for (const question of questions) {
    const taken: number[][] = opened.map(() => []);
    // The first tenth is warm-up.
    for (let round = -Math.ceil(answers / 10); round < answers; round += 1)
      for (const [index, buckets] of opened.entries()) {
        const microseconds = await buckets.time(question);
        if (round >= 0) taken[index]?.push(microseconds);
      }
    times.push({ question, microseconds: taken.map(median) });
  }
  await Promise.all(opened.map((buckets) => buckets.close()));
  return { loads, times };
}

answerMessages(measure);
