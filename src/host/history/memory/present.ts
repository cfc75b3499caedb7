/**
 * The history record in memory, besides spans (span-table.ts). Each loaded or committed row is noted here.
 */

import { subjectKinds } from '#contract/history.ts';
import type { Coverage } from '#domain/history/coverage/coverage.ts';
import {
  absentWord,
  type EndpointRow,
  type InterruptionRow,
  type ItemRow,
  isListedSubject,
  type ListedSubject,
  type PollRow,
  type Row,
  type RunRow,
  type SeriesRow,
  type SpanRow,
  type StoredKind,
  type SubjectKind,
  type SubjectRow,
  type SubjectSpans,
  spanIn,
  type WordRow,
} from '../rows.ts';
import { ByKey } from './by-key.ts';
import { EndpointPast } from './endpoint-past.ts';
import { keyOf } from './key-of.ts';
import type { Known } from './known.ts';
import { KnownLists } from './known-lists.ts';

export type Numbered = 'run' | 'endpoint' | 'subject' | 'word' | 'series' | 'content' | 'item';

export interface Stale {
  readonly subjects: readonly SubjectRow[];
  readonly items: readonly ItemRow[];
  readonly series: readonly SeriesRow[];
  readonly words: readonly WordRow[];
}

/** A gap in the polls of all endpoints, with its place in the order of polls. */
interface Interruption {
  readonly run: number;
  readonly seq: number;
  readonly at: number;
  readonly cause: InterruptionRow['cause'] | 'host-stopped';
  readonly detail: string | null;
}

function isAfter({ run, seq }: Interruption, poll: PollRow): boolean {
  return run === poll.run ? seq > poll.seq : run > poll.run;
}

export class Present implements Known {
  readonly runs: RunRow[] = [];
  readonly interruptions: InterruptionRow[] = [];
  readonly #highest: Record<Numbered, number> = {
    run: 0,
    endpoint: 0,
    subject: 0,
    word: absentWord,
    series: 0,
    content: 0,
    item: 0,
  };
  /** Sequence number of the newest poll or interruption. */
  seq = 0;
  /** End of the newest poll of any endpoint, in epoch milliseconds; `-Infinity` without polls. */
  lastAt = Number.NEGATIVE_INFINITY;
  readonly #endpoints = new Map<number, EndpointRow>();
  readonly #endpointsOf = new Map<string, EndpointRow[]>();
  readonly #endpointIds = new Map<string, number>();
  readonly #pasts = new Map<number, EndpointPast>();
  readonly #subjects = new Map<number, SubjectRow>();
  readonly #subjectsByKey = new Map<string, ByKey<SubjectRow>>();
  readonly #subjectsOf = new Map<string, number[]>();
  readonly #open = new Map<number, SpanRow>();
  /** Positions of subjects in the newest response: by deployment and kind, then by subject id. */
  readonly #order = new Map<string, ReadonlyMap<number, number>>();
  readonly #words = new Map<number, WordRow>();
  readonly #wordIds = new Map<string, number>();
  readonly #wordsOf = new Map<string, Set<number>>();
  readonly lists = new KnownLists();
  /**
   * Loaded polls that wait for all other rows, because interruptions lie between them; `null` once everything
   * is loaded.
   */
  #loading: PollRow[] | null = [];

  note(row: Row): void {
    switch (row.table) {
      case 'run':
        return this.#run(row);
      case 'interruption':
        this.seq = Math.max(this.seq, row.seq);
        this.interruptions.push(row);
        if (!this.#loading) this.#interruptAll({ at: row.from, cause: row.cause, detail: null });
        return;
      case 'endpoint':
        this.#count('endpoint', row.id);
        this.#endpoints.set(row.id, row);
        this.#endpointsOf.set(row.deployment, [...this.endpoints(row.deployment), row]);
        this.#endpointIds.set(keyOf(row.deployment, row.path), row.id);
        return;
      case 'look':
        return this.#look(row);
      case 'sight':
        this.past(row.endpoint).addInterval(row);
        return;
      case 'subject':
        return this.#subject(row);
      case 'word':
        this.#count('word', row.id);
        this.#words.set(row.id, row);
        this.#wordIds.set(keyOf(row.form, row.text), row.id);
        return;
      case 'span':
        return this.#span(row);
      case 'series':
      case 'content':
      case 'item':
        this.#count(row.table, row.id);
        return this.lists.note(row);
      case 'value':
      case 'bucket_day':
        return this.lists.note(row);
      case 'claim':
        this.past(row.endpoint).claim = row.claim;
        return;
      case 'hour':
      case 'log':
      case 'change':
      case 'note':
    }
  }

  noteSpans(spans: SubjectSpans): void {
    const subject = this.#subjects.get(spans.subject);
    const words = subject && this.#wordsLike(subject);
    for (const word of spans.word) words?.add(word);
    const last = spanIn(spans, spans.from.length - 1);
    this.#open.set(last.subject, last);
  }

  /** Ends loading: puts the loaded polls and interruptions in order. Call it after the last stored row. */
  loaded(): void {
    const polls = (this.#loading ?? []).toSorted((a, b) => a.seq - b.seq);
    this.#loading = null;
    // In the order of writing: the end of a run comes after its last poll.
    const breaks: readonly Interruption[] = [
      ...this.interruptions.map(({ run, seq, from: at, cause }) => ({ run, seq, at, cause, detail: null })),
      ...this.runs.flatMap(({ id: run, endedAt: at, endedHow: detail }) =>
        at === null ? [] : [{ run, seq: Number.POSITIVE_INFINITY, at, cause: 'host-stopped' as const, detail }],
      ),
    ].toSorted((a, b) => a.run - b.run || (a.seq < b.seq ? -1 : a.seq > b.seq ? 1 : 0));
    for (const [id, past] of this.#pasts) {
      const own = polls.filter((row) => row.endpoint === id);
      const newest = own.findLast((row) => row.cause === null);
      let next = newest ? breaks.findIndex((each) => isAfter(each, newest)) : 0;
      const interruptUntil = (row: PollRow | null) => {
        const end = row ? breaks.findIndex((each, index) => index >= next && isAfter(each, row)) : -1;
        for (const { at, cause, detail } of breaks.slice(next, end === -1 ? breaks.length : end))
          past.interrupt({ kind: 'interrupted', at, cause, detail });
        next = end === -1 ? breaks.length : end;
      };
      if (next === -1) next = breaks.length;
      for (const row of own) {
        if (row.cause !== null && newest && row.seq < newest.seq) continue;
        if (row.cause !== null) interruptUntil(row);
        past.addPoll(row);
      }
      interruptUntil(null);
    }
  }

  /** Drops stale rows from memory. Their ids are not used again. */
  forget({ subjects, items, series, words }: Stale): void {
    for (const subject of subjects) {
      this.#subjects.delete(subject.id);
      this.#open.delete(subject.id);
      this.#subjectsByKey.get(keyOf(subject.deployment, subject.kind))?.delete(subject);
    }
    if (subjects.length > 0)
      for (const [of, ids] of this.#subjectsOf)
        this.#subjectsOf.set(
          of,
          ids.filter((id) => this.#subjects.has(id)),
        );
    this.lists.forget(items, series);
    for (const { id, form, text } of words) {
      this.#words.delete(id);
      this.#wordIds.delete(keyOf(form, text));
      for (const of of this.#wordsOf.values()) of.delete(id);
    }
  }

  dropBefore(time: number): void {
    for (const past of this.#pasts.values()) past.dropBefore(time);
  }

  get allEndpoints(): Iterable<EndpointRow> {
    return this.#endpoints.values();
  }

  get openSpans(): Iterable<SpanRow> {
    return this.#open.values();
  }

  get words(): Iterable<WordRow> {
    return this.#words.values();
  }

  get nameCount(): number {
    return this.#subjects.size + this.lists.allItemCount;
  }

  nextId(of: Numbered): number {
    return this.#highest[of] + 1;
  }

  endpoints(deployment: string): readonly EndpointRow[] {
    return this.#endpointsOf.get(deployment) ?? [];
  }

  endpoint(id: number): EndpointRow | null {
    return this.#endpoints.get(id) ?? null;
  }

  endpointAt(deployment: string, path: string): EndpointRow | null {
    return this.endpoint(this.#endpointIds.get(keyOf(deployment, path)) ?? 0);
  }

  past(endpoint: number): EndpointPast {
    const known = this.#pasts.get(endpoint);
    if (known) return known;
    const past = new EndpointPast();
    this.#pasts.set(endpoint, past);
    return past;
  }

  coverage(endpoint: number): Coverage {
    return this.past(endpoint).coverage;
  }

  completePoll(endpoint: number): { readonly sentAt: number; readonly at: number } | null {
    const { completeSentAt: sentAt, completeAt: at } = this.past(endpoint);
    return sentAt === null || at === null ? null : { sentAt, at };
  }

  knownUntil(deployment: string): number | null {
    return this.#extreme(deployment, ({ lastAt }) => lastAt, Math.max);
  }

  since(deployment: string): number | null {
    return this.#extreme(deployment, ({ since }) => since, Math.min);
  }

  subject(id: number): SubjectRow | null {
    return this.#subjects.get(id) ?? null;
  }

  subjectOf(deployment: string, kind: StoredKind, key: string, occurrence: number): SubjectRow | null {
    return this.#subjectsByKey.get(keyOf(deployment, kind))?.get(key, occurrence) ?? null;
  }

  subjectIds(deployment: string, kind: StoredKind): readonly number[] {
    return this.#subjectsOf.get(keyOf(deployment, kind)) ?? [];
  }

  subjects(deployment: string, kind: SubjectKind): readonly ListedSubject[] {
    const of = keyOf(deployment, kind);
    const order = this.#order.get(of);
    const rows = (this.#subjectsOf.get(of) ?? [])
      .flatMap((id) => this.#subjects.get(id) ?? [])
      .filter(isListedSubject);
    const placeOf = ({ id }: SubjectRow) =>
      this.#open.get(id)?.word === absentWord ? Number.POSITIVE_INFINITY : (order?.get(id) ?? id);
    return rows.toSorted((a, b) => {
      const [first, second] = [placeOf(a), placeOf(b)];
      if (first !== second) return first < second ? -1 : 1;
      return a.key < b.key ? -1 : a.key > b.key ? 1 : a.occurrence - b.occurrence;
    });
  }

  order(deployment: string, kind: SubjectKind, ids: readonly number[]): void {
    this.#order.set(keyOf(deployment, kind), new Map(ids.map((id, place) => [id, place])));
  }

  open(subject: number): SpanRow | null {
    return this.#open.get(subject) ?? null;
  }

  word(id: number): WordRow | null {
    return this.#words.get(id) ?? null;
  }

  wordId(form: WordRow['form'], text: string): number | null {
    return this.#wordIds.get(keyOf(form, text)) ?? null;
  }

  hadWord(deployment: string, word: number): boolean {
    return subjectKinds.some((kind) => this.#wordsOf.get(keyOf(deployment, kind))?.has(word) ?? false);
  }

  series(deployment: string, name: string): SeriesRow | null {
    return this.lists.series(deployment, name);
  }

  seriesOf(endpoint: number): Iterable<SeriesRow> {
    return this.lists.seriesOf(endpoint);
  }

  item(id: number): ItemRow | null {
    return this.lists.item(id);
  }

  itemOf(endpoint: number, key: string, occurrence: number): ItemRow | null {
    return this.lists.itemOf(endpoint, key, occurrence);
  }

  body(content: number): string | null {
    return this.lists.body(content);
  }

  wordCount(deployment: string, kind: StoredKind): number {
    return this.#wordsOf.get(keyOf(deployment, kind))?.size ?? 0;
  }

  #count(of: Numbered, id: number): void {
    this.#highest[of] = Math.max(this.#highest[of], id);
  }

  #extreme(
    deployment: string,
    of: (past: EndpointPast) => number | null,
    choose: (...values: readonly number[]) => number,
  ): number | null {
    const values = this.endpoints(deployment).flatMap(({ id }) => of(this.past(id)) ?? []);
    return values.length === 0 ? null : choose(...values);
  }

  #run(row: RunRow): void {
    this.#count('run', row.id);
    const place = this.runs.findIndex(({ id }) => id === row.id);
    if (place === -1) this.runs.push(row);
    else this.runs[place] = row;
    const { endedAt: at, endedHow: detail } = row;
    if (at !== null && !this.#loading) this.#interruptAll({ at, cause: 'host-stopped', detail });
  }

  #interruptAll(what: { at: number; cause: InterruptionRow['cause'] | 'host-stopped'; detail: string | null }) {
    for (const past of this.#pasts.values()) past.interrupt({ kind: 'interrupted', ...what });
  }

  #look(row: PollRow): void {
    this.seq = Math.max(this.seq, row.seq);
    this.lastAt = Math.max(this.lastAt, row.at);
    const past = this.past(row.endpoint);
    if (this.#loading) this.#loading.push(row);
    else past.addPoll(row);
  }

  #subject(row: SubjectRow): void {
    this.#count('subject', row.id);
    const { id, deployment, kind } = row;
    this.#subjects.set(id, row);
    const of = keyOf(deployment, kind);
    const byKey = this.#subjectsByKey.get(of) ?? new ByKey<SubjectRow>();
    this.#subjectsByKey.set(of, byKey);
    byKey.set(row);
    const ids = this.#subjectsOf.get(of);
    if (ids) ids.push(id);
    else this.#subjectsOf.set(of, [id]);
  }

  #span(row: SpanRow): void {
    if (row.to === null) this.#open.set(row.subject, row);
    else if (this.#open.get(row.subject)?.from === row.from) this.#open.delete(row.subject);
    const subject = this.#subjects.get(row.subject);
    if (subject) this.#wordsLike(subject).add(row.word);
  }

  #wordsLike({ deployment, kind }: SubjectRow): Set<number> {
    const of = keyOf(deployment, kind);
    const known = this.#wordsOf.get(of);
    if (known) return known;
    const words = new Set<number>();
    this.#wordsOf.set(of, words);
    return words;
  }
}
