/**
 * Metrics of the observer (docs/operate/metrics.md); those of the host are in host-metrics.ts. A series
 * without a current observation is absent: it never repeats its last value.
 */

import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type EndpointPath, endpointPaths } from '#contract/endpoints.ts';
import type { Integer, ListResource, StatusDocument } from '#contract/resources.ts';
import type { Failure, Feed } from '#domain/answer/answer.ts';
import { availabilityOf } from '#domain/answer/answer.ts';
import { confirmedAt, freshnessOf } from '#domain/answer/freshness.ts';
import { grace } from '#domain/answer/poll.ts';
import { frozenSince } from '#domain/answer/source-clock.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { Group } from '#domain/lists/listing.ts';
import { type Severity, severityRank } from '#domain/severity/severity.ts';
import { componentKey } from '#domain/verdict/component-key.ts';
import { severityOf } from '#domain/verdict/inventory-part.ts';
import { markOf, type Verdict } from '#domain/verdict/verdict.ts';

/**
 * Maximum number of series per deployment, besides those of its endpoints. Limited, because names come from
 * the service.
 */
const mostSeries = 2_000;

/** Maximum number of components with a series, so that components do not use up the limit of series. */
const mostComponents = 1_000;

/** Maximum characters of a name in a label. */
const longestLabel = 200;

const severities = Object.keys(severityRank) as readonly Severity[];

/**
 * Returns a text as a label that any reader accepts: well-formed, without control characters, not too long.
 */
export function labelOf(text: string | null): string {
  return (text ?? '')
    .slice(0, longestLabel)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd');
}

interface ListFigures {
  readonly claim: Claim;
  readonly count: number;
  readonly groups: readonly Group[];
  readonly groupsBeyond: number;
}

interface ObservedList {
  readonly path: EndpointPath;
  readonly feed: Feed<ListFigures>;
  /**
   * Milliseconds between two requests for one slice (region) of the list; `null` if the list is not sliced,
   * and for regions and nodes.
   */
  readonly sliceInterval: number | null;
}

/** The newest responses of one deployment. */
interface ObservedFeeds {
  readonly deployment: { readonly slug: string };
  readonly status: { readonly feed: Feed<StatusDocument> };
  readonly watches: readonly { readonly path: EndpointPath; readonly feed: Feed<unknown> }[];
  listOf(resource: ListResource): ObservedList | null;
}

/** One observed deployment, as far as metrics need it. */
export interface Observed {
  readonly observer: ObservedFeeds;
  readonly judgement: {
    readonly vanished: number;
    /** Number of present contradictions, by check. */
    readonly contradictions: ReadonlyMap<string, number>;
    verdict(now: number): Verdict;
  };
}

type Labels = Readonly<Record<string, string>>;

/** Sets the series of one deployment, up to the limit. Counts further ones as left out. */
class Series {
  leftOut = 0;
  #count = 0;
  readonly #deployment: string;

  constructor(deployment: string) {
    this.#deployment = deployment;
  }

  set(gauge: Gauge, labels: Labels, value: Integer): void {
    if (this.#hasRoom()) gauge.set({ deployment: this.#deployment, ...labels }, Number(value));
  }

  /** Adds `value` to a series, because shortened names may share labels. */
  add(gauge: Gauge, labels: Labels, value: Integer): void {
    if (this.#hasRoom()) gauge.inc({ deployment: this.#deployment, ...labels }, Number(value));
  }

  #hasRoom(): boolean {
    if (this.#count < mostSeries) {
      this.#count += 1;
      return true;
    }
    this.leftOut += 1;
    return false;
  }
}

/** Upper bounds of the histogram of response times, in seconds. */
const durations = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export class ObserverMetrics {
  readonly #registry = new Registry();
  readonly #gauges: Gauge[] = [];
  #reading: Promise<unknown> = Promise.resolve();
  readonly #looks: Counter;
  readonly #durations: Histogram;

  readonly #verdict = this.#gauge(
    'verdict',
    '1 for the present verdict of the deployment, 0 for every other severity.',
    'severity',
  );
  readonly #fresh = this.#gauge(
    'endpoint_fresh',
    '1 while the last response of the endpoint is valid, else 0.',
    'endpoint',
  );
  readonly #age = this.#gauge('endpoint_age_seconds', 'Age of the last response of the endpoint.', 'endpoint');
  readonly #sliceInterval = this.#gauge(
    'endpoint_slice_interval_seconds',
    'Time in which each region of a sliced list is read once; only while it is longer than the lifetime.',
    'endpoint',
  );
  readonly #failing = this.#gauge(
    'endpoint_failing',
    'Failed polls in a row, by the kind of the last failure.',
    'endpoint',
    'kind',
  );
  readonly #findings = this.#gauge(
    'endpoint_findings',
    'Departures from the API document in the last response.',
    'endpoint',
  );
  readonly #frozen = this.#gauge(
    'source_frozen',
    "1 while the service's own time stands still or runs backwards, else 0.",
  );
  readonly #components = this.#gauge('components', 'Components by severity.', 'severity');
  readonly #component = this.#gauge(
    'component_state',
    '1 for the severity of the component.',
    'component',
    'severity',
  );
  readonly #vanished = this.#gauge('components_vanished', 'Components that vanished from the status document.');
  readonly #contradictions = this.#gauge('contradictions', 'Present contradictions, by check.', 'check');
  readonly #claims = this.#gauge(
    'list_claim',
    '1 for the claim about the completeness of the list.',
    'list',
    'claim',
  );
  readonly #regions = this.#gauge(
    'regions',
    'Regions by severity: that of their status word, or of their nodes if all nodes of a good region are bad.',
    'severity',
  );
  readonly #nodes = this.#gauge('nodes', 'Nodes by region and severity.', 'region', 'severity');
  readonly #capacity = this.#gauge(
    'node_capacity',
    'Advertised capacity of the nodes, in units of the letter in the API document.',
    'region',
  );
  readonly #buckets = this.#gauge('buckets', 'Buckets by region.', 'region');
  readonly #objects = this.#gauge('bucket_objects', 'Objects in the buckets of a region.', 'region');
  readonly #bucketBytes = this.#gauge('bucket_bytes', 'Bytes in the buckets of a region.', 'region');
  readonly #assets = this.#gauge('assets', 'Assets by cache status.', 'cache_status');
  readonly #assetBytes = this.#gauge('asset_bytes', 'Bytes of the assets by cache status.', 'cache_status');
  readonly #applications = this.#gauge('applications', 'Applications.');
  readonly #events = this.#gauge(
    'events_reported',
    'Count of an event type as the service reports it. It may fall.',
    'source',
    'event',
  );
  readonly #leftOut = this.#gauge(
    'series_left_out',
    'Series of the deployment left out because there are too many.',
  );
  readonly #lastLook: Gauge;

  constructor() {
    const registers = [this.#registry];
    this.#looks = new Counter({
      name: 'edgewatch_looks_total',
      help: 'Polls of an endpoint by the observer, by outcome.',
      labelNames: ['deployment', 'endpoint', 'outcome'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'edgewatch_look_duration_seconds',
      help: 'Time from a request of the observer to the last byte of the response, cached responses included.',
      labelNames: ['deployment'],
      buckets: durations,
      registers,
    });
    this.#lastLook = new Gauge({
      name: 'edgewatch_last_look_timestamp_seconds',
      help: 'Time of the last poll of the observer, of any endpoint.',
      registers,
    });
  }

  #gauge(name: string, help: string, ...labels: readonly string[]): Gauge {
    const labelNames = ['deployment', ...labels];
    const gauge = new Gauge({ name: `edgewatch_${name}`, help, labelNames, registers: [this.#registry] });
    this.#gauges.push(gauge);
    return gauge;
  }

  /**
   * Counts a poll.
   * @param wallClock - epoch milliseconds, comparable with the clock of Prometheus.
   */
  note(slug: string, path: EndpointPath, { answer, failure }: Feed<unknown>, wallClock: number): void {
    this.#looks.inc({ deployment: slug, endpoint: path, outcome: outcomeOf(failure) });
    const milliseconds = failure ? null : answer?.latencyMilliseconds;
    if (milliseconds != null) this.#durations.observe({ deployment: slug }, milliseconds / 1000);
    this.#lastLook.set(wallClock / 1000);
  }

  forget(slug: string): void {
    this.#durations.remove({ deployment: slug });
    for (const outcome of ['answer', 'failure'])
      for (const endpoint of endpointPaths) this.#looks.remove({ deployment: slug, endpoint, outcome });
  }

  /**
   * Returns the observer's metrics in the text format of Prometheus.
   * @param slugs - deployments that the reader may see.
   * @param now - by the observer's clock, epoch milliseconds.
   */
  async text(all: readonly Observed[], slugs: ReadonlySet<string>, now: number): Promise<string> {
    const isVisible = ({ observer }: Observed) => slugs.has(observer.deployment.slug);
    // One reader after another: the gauges are filled for each of them.
    const reading = this.#reading.then(async () => {
      for (const gauge of this.#gauges) gauge.reset();
      for (const each of all) if (isVisible(each)) this.#tell(each, now);
      const text = await this.#registry.metrics();
      return all.every(isVisible) ? text : linesOf(text, slugs);
    });
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  #tell({ observer, judgement }: Observed, now: number): void {
    const { slug } = observer.deployment;
    const series = new Series(slug);
    const verdict = judgement.verdict(now);
    for (const severity of severities)
      series.set(this.#verdict, { severity }, severity === verdict.severity ? 1 : 0);
    for (const { path, feed } of observer.watches) this.#tellEndpoint(series, path, feed, now);
    for (const [check, count] of judgement.contradictions) series.set(this.#contradictions, { check }, count);
    const { answer } = observer.status.feed;
    if (verdict.freshness === 'fresh' && answer) {
      series.set(this.#frozen, {}, frozenSince(answer) === null ? 0 : 1);
      series.set(this.#vanished, {}, judgement.vanished);
      for (const [severity, count] of verdict.counts) series.set(this.#components, { severity }, count);
      // Worst first, so that the worst components are the last to be left out.
      const worstFirst = [...verdict.components].toSorted(
        (a, b) => severityRank[markOf(b)] - severityRank[markOf(a)],
      );
      series.leftOut += Math.max(0, worstFirst.length - mostComponents);
      for (const component of worstFirst.slice(0, mostComponents)) {
        const labels = { component: labelOf(componentKey(component.id)), severity: markOf(component) };
        series.set(this.#component, labels, 1);
      }
    }
    for (const resource of ['region', 'node', 'bucket', 'asset', 'application', 'event'] as const)
      this.#tellList(series, observer, resource, now, verdict);
    this.#leftOut.set({ deployment: slug }, series.leftOut);
  }

  #tellEndpoint(series: Series, endpoint: EndpointPath, feed: Feed<unknown>, now: number): void {
    const { answer, failure } = feed;
    if (availabilityOf(feed) === 'waiting' || availabilityOf(feed) === 'not-offered') return;
    series.set(this.#fresh, { endpoint }, freshnessOf(feed, now) === 'fresh' ? 1 : 0);
    if (failure) series.set(this.#failing, { endpoint, kind: failure.kind }, failure.run);
    if (!answer) return;
    series.set(this.#age, { endpoint }, Math.max(0, now - confirmedAt(answer)) / 1000);
    series.set(
      this.#findings,
      { endpoint },
      answer.findings.reduce((sum, { count }) => sum + count, 0),
    );
  }

  #tellList(
    series: Series,
    observer: ObservedFeeds,
    resource: ListResource,
    now: number,
    { inventory }: Verdict,
  ): void {
    const list = observer.listOf(resource);
    const summary = list?.feed.answer?.value;
    if (!list || !summary || !isCurrent(list, now)) return;
    if (list.sliceInterval !== null)
      series.set(this.#sliceInterval, { endpoint: list.path }, list.sliceInterval / 1000);
    const { groups, groupsBeyond, claim, count } = summary;
    series.leftOut += groupsBeyond;
    series.set(this.#claims, { list: `${resource}s`, claim: claim.kind }, 1);
    switch (resource) {
      case 'region':
        for (const member of inventory.regions?.members ?? [])
          series.add(this.#regions, { severity: severityOf(member) }, member.count);
        return;
      case 'node':
        for (const { key, count: rows } of groups)
          series.add(this.#nodes, { region: labelOf(key[0] ?? null), severity: key[1] ?? 'unknown' }, rows);
        for (const [region, sum] of sumsBy(groups, 'advertised')) series.set(this.#capacity, { region }, sum);
        return;
      case 'bucket':
        for (const { key, count: rows, sums } of groups) {
          const labels = { region: labelOf(key[0] ?? null) };
          series.add(this.#buckets, labels, rows);
          series.add(this.#objects, labels, sums['objects']?.total ?? 0);
          series.add(this.#bucketBytes, labels, sums['bytes']?.total ?? 0);
        }
        return;
      case 'asset':
        for (const { key, count: rows, sums } of groups) {
          const labels = { cache_status: labelOf(key[0] ?? null) };
          series.add(this.#assets, labels, rows);
          series.add(this.#assetBytes, labels, sums['bytes']?.total ?? 0);
        }
        return;
      case 'application':
        series.set(this.#applications, {}, count);
        return;
      case 'event':
        for (const { key, sums } of groups)
          series.add(
            this.#events,
            { source: labelOf(key[0] ?? null), event: labelOf(key[1] ?? null) },
            sums['count']?.total ?? 0,
          );
    }
  }
}

/** Removes the lines of other deployments from a text: counters cover all deployments. */
function linesOf(text: string, slugs: ReadonlySet<string>): string {
  // This label stands before all labels with names from the service.
  const label = 'deployment="';
  const isTold = (line: string) => {
    const at = line.indexOf(label);
    if (at === -1) return true;
    const from = at + label.length;
    return slugs.has(line.slice(from, line.indexOf('"', from)));
  };
  return text.split('\n').filter(isTold).join('\n');
}

/**
 * Returns whether the figures of a list may be exported: if the list is fresh, or if its slices are read
 * within the slice interval. Regions and nodes have no slice interval.
 */
function isCurrent({ feed, sliceInterval }: ObservedList, now: number): boolean {
  if (freshnessOf(feed, now) === 'fresh') return true;
  const { answer, failure } = feed;
  if (!answer || sliceInterval === null || failure) return false;
  // Each slice is read once in the interval, and up to a quarter of it later by delays and the budget.
  return now - confirmedAt(answer) <= 1.25 * sliceInterval + answer.lifetime.milliseconds + grace;
}

function outcomeOf(failure: Failure | null): 'answer' | 'failure' {
  return failure ? 'failure' : 'answer';
}

function sumsBy(groups: readonly Group[], name: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { key, sums: own } of groups) {
    const label = labelOf(key[0] ?? null);
    sums.set(label, (sums.get(label) ?? 0) + Number(own[name]?.total ?? 0));
  }
  return sums;
}
