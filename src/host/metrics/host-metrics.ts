/**
 * Metrics of the host in the text format of Prometheus (docs/operate/metrics.md). The metrics of the
 * observer, which follow in the same text, are in observer-metrics.ts.
 */

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { HostedDeployment } from '../gateway/deployment.ts';
import type { RecordState } from '../history/messages.ts';

/**
 * Gauges of prom-client that are left out: promtool complains about them, because they end in `_total`. Other
 * gauges of prom-client state the same numbers by type.
 */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Source of the observer's metrics (observer-metrics.ts), for the deployments `slugs`; `null` if the observer
 * does not respond.
 */
interface ObserverText {
  metrics(slugs: ReadonlySet<string>): Promise<string | null>;
}

/** State of one heartbeat (docs/operate/webhook.md). */
export interface HeartbeatState {
  /** Place in the configuration, from 1. Its address is a secret. */
  readonly number: number;
  /** Whether the observer works and the last call was accepted. */
  readonly isUp: boolean;
  /** When a call was last accepted, in epoch milliseconds; `null` if none was. */
  readonly acceptedAt: number | null;
}

export class HostMetrics {
  readonly #registry = new Registry();
  readonly #up: Gauge;
  readonly #recording: Gauge;
  readonly #deployments: Gauge;
  readonly #requests: Counter;
  readonly #answers: Counter;
  readonly #failures: Counter;
  readonly #budget: Gauge;
  readonly #spent: Gauge;
  readonly #heartbeat: Gauge;
  readonly #heartbeatAt: Gauge;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(version: string) {
    const registers = [this.#registry];
    const gauge = (name: string, help: string, ...labelNames: readonly string[]) =>
      new Gauge({ name: `edgewatch_${name}`, help, labelNames: [...labelNames], registers });
    const counter = (name: string, help: string, ...labelNames: readonly string[]) =>
      new Counter({ name: `edgewatch_${name}_total`, help, labelNames: [...labelNames], registers });
    collectDefaultMetrics({ register: this.#registry });
    for (const name of misnamed) this.#registry.removeSingleMetric(name);
    gauge('build_info', '1, with the running version as a label.', 'version').set({ version }, 1);
    this.#up = gauge('observer_up', '1 while the observer responds, else 0.');
    this.#recording = gauge('recording', '1 while polls are recorded, else 0; absent if nothing is observed.');
    this.#deployments = gauge('deployments', 'Deployments that the host serves.');
    this.#requests = counter(
      'upstream_requests',
      'Requests sent to the service since the host began to serve the deployment.',
      'deployment',
    );
    this.#answers = counter(
      'answers',
      'Requests about the deployment that the host answered since it began to serve it.',
      'deployment',
    );
    this.#failures = counter(
      'upstream_failures',
      'Requests to the service that brought no usable response, by kind of failure.',
      'deployment',
      'kind',
    );
    this.#budget = gauge(
      'budget_requests_per_minute',
      'Most requests for lists per minute that the host sends to the service.',
      'deployment',
    );
    this.#spent = gauge(
      'budget_requests_last_minute',
      'Requests for lists sent to the service in the last minute.',
      'deployment',
    );
    this.#heartbeat = gauge(
      'heartbeat_up',
      '1 while the observer works and the last call of the heartbeat was accepted, else 0.',
      'heartbeat',
    );
    this.#heartbeatAt = gauge(
      'heartbeat_last_success_timestamp_seconds',
      'Time of the last accepted call of the heartbeat; absent before the first.',
      'heartbeat',
    );
  }

  /**
   * Returns the metrics of the host and of its observer.
   * @param deployments - deployments that the reader may see.
   * @param record - whether polls are recorded; `null` if unknown.
   * @param heartbeats - the configured heartbeats.
   */
  async text(
    deployments: readonly HostedDeployment[],
    observing: ObserverText,
    record: RecordState | null,
    heartbeats: readonly HeartbeatState[],
  ): Promise<string> {
    const observed = await observing.metrics(new Set(deployments.map(({ slug }) => slug)));
    // One reader after another: they share the gauges, and may see different deployments.
    const reading = this.#reading.then(() => this.#read(deployments, observed, record, heartbeats));
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #read(
    deployments: readonly HostedDeployment[],
    observed: string | null,
    record: RecordState | null,
    heartbeats: readonly HeartbeatState[],
  ): Promise<string> {
    this.#up.set(observed === null ? 0 : 1);
    if (record?.reason === 'off') this.#recording.remove();
    else this.#recording.set(record?.recording ? 1 : 0);
    this.#deployments.set(deployments.length);
    for (const each of [this.#requests, this.#answers, this.#failures, this.#budget, this.#spent]) each.reset();
    for (const each of [this.#heartbeat, this.#heartbeatAt]) each.reset();
    for (const { number, isUp, acceptedAt } of heartbeats) {
      const heartbeat = String(number);
      this.#heartbeat.set({ heartbeat }, isUp ? 1 : 0);
      if (acceptedAt !== null) this.#heartbeatAt.set({ heartbeat }, acceptedAt / 1000);
    }
    for (const deployment of deployments) {
      const reported = deployment.traffic?.();
      if (!reported) continue;
      const { slug } = deployment;
      this.#requests.inc({ deployment: slug }, reported.requests);
      this.#answers.inc({ deployment: slug }, reported.responses);
      this.#budget.set({ deployment: slug }, reported.budget.most);
      this.#spent.set({ deployment: slug }, reported.budget.spent);
      for (const [kind, count] of reported.failures) this.#failures.inc({ deployment: slug, kind }, count);
    }
    return `${await this.#registry.metrics()}${observed ?? ''}`;
  }
}
