/** Times lists that the reference service makes anew, from a small table and from a large one, in this process. */

import { createServiceApp } from '../../src/service/app.ts';
import { openLibsql } from '../../src/service/sql/libsql.ts';
import { openStore } from '../../src/service/store.ts';
import { answerMessages } from '../support/programs.ts';
import { median } from '../support/statistics.ts';

export interface ListTimesOrder {
  /** Numbers of buckets. */
  readonly sizes: readonly number[];
  /** Queries without their `?`. */
  readonly questions: readonly string[];
  /** Answers to each question from each table. */
  readonly answers: number;
}

export interface ListTimes {
  readonly loads: readonly { readonly buckets: number; readonly milliseconds: number }[];
  readonly times: readonly {
    readonly question: string;
    /** Median microseconds of an answer, one for each size. */
    readonly microseconds: readonly number[];
  }[];
}

/**
 * Made by the engine itself, a million rows in some seconds; multiplying modulo a prime scatters ids and times. Few
 * regions, so that the small table has more rows of each than an answer holds: equal answers from both.
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
    /** Microseconds from the question to the last byte; the answer is made anew. */
    async time(question: string): Promise<number> {
      // An empty change: the answer kept from before counts as old.
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
    // The first tenth warms up and does not count.
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
