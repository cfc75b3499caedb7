/**
 * Opens and closes the deployments of a running host. A deployment whose settings are unchanged survives a
 * reload of the configuration.
 */

import { displayNames } from '#contract/names/deployment-names.ts';
import type { Demo } from '#service/demo.ts';
import { uniqueSlug } from '../configuration/base-url.ts';
import type { ProxiedSettings, Settings } from '../configuration/settings.ts';
import type { SharedCache } from '../gateway/cache/shared-cache.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import type { ListNotes } from '../gateway/list-notes.ts';
import { Secret } from '../net/secrets.ts';

/** Maximum bytes of all cached responses together: four times the default limit of one response body. */
const cacheBytes = 128 * 1024 ** 2;

/** Makes a text that is equal for settings that make the same deployment. It does not reveal secrets. */
function identityOf(settings: object): string {
  return JSON.stringify(settings, function (this: Record<string, unknown>, key, value: unknown) {
    const whole = this[key];
    return whole instanceof Secret ? whole.identity : value;
  });
}

export class Deployments {
  readonly #lists: ListNotes;
  readonly #report: (line: string) => void;
  #open = new Map<string, HostedDeployment>();
  #readings: SharedCache | null = null;
  #demo: Demo | null = null;

  constructor(lists: ListNotes, report: (line: string) => void) {
    this.#lists = lists;
    this.#report = report;
  }

  /**
   * Opens the configured deployments, and keeps those whose settings are unchanged. Loads only the code that
   * is needed: the HTTP client for proxied deployments, the service for the demo.
   * @returns the deployments to serve, and `letGo`, which closes those that are no longer served.
   */
  async take(
    settings: Settings,
  ): Promise<{ readonly deployments: readonly HostedDeployment[]; readonly letGo: () => Promise<void> }> {
    const before = this.#open;
    const next = new Map<string, HostedDeployment>();
    const addDeployment = (identity: string, open: () => HostedDeployment) => {
      const deployment = before.get(identity) ?? open();
      next.set(identity, deployment);
    };
    const { words, verdict, maximumItems } = settings;
    const demo = settings.demo && (await this.#loadDemo(settings.demo));
    const taken = new Set(settings.proxied.map(({ slug }) => slug));
    const services = (demo?.services ?? []).map((service) => {
      const slug = uniqueSlug(service.slug, taken);
      taken.add(slug);
      return { service, slug, name: service.name };
    });
    // Names are unique among all deployments of the host, not per viewer: pages and messages use the same
    // names.
    const names = displayNames([...settings.proxied, ...services]);
    if (settings.proxied.length > 0) {
      const open = await this.#loadProxy();
      settings.proxied.forEach((proxied, index) => {
        const shown = { ...proxied, name: names[index] ?? proxied.name };
        // A change of `visibleTo` does not reopen a deployment.
        addDeployment(identityOf({ ...shown, visibleTo: null }), () => open(shown));
      });
    }
    if (demo)
      services.forEach(({ service, slug }, index) => {
        const name = names[settings.proxied.length + index] ?? service.name;
        const options = { slug, words, verdict, maximumItems };
        addDeployment(identityOf({ demo: service.slug, name, ...options }), () =>
          demo.createEmbeddedDeployment({ ...service, name }, options, this.#lists),
        );
      });
    this.#open = next;
    const gone = [...before].flatMap(([identity, deployment]) => (next.has(identity) ? [] : [deployment]));
    // Lists are cached by slug. A new deployment with that slug must not get those of the old one.
    const forget = () => gone.forEach(({ slug }) => this.#lists.forget(slug));
    forget();
    return {
      deployments: [...next.values()],
      letGo: async () => {
        await Promise.all(gone.map((deployment) => deployment.close()));
        forget();
      },
    };
  }

  /** When the demo started, in epoch milliseconds; `null` without a demo. */
  get demoStartedAt(): number | null {
    return this.#demo?.startedAt ?? null;
  }

  renew(): void {
    for (const deployment of this.#open.values()) deployment.renew();
  }

  async close(): Promise<void> {
    this.#demo?.close();
    await Promise.all([...this.#open.values()].map((deployment) => deployment.close()));
  }

  async #loadProxy(): Promise<(settings: ProxiedSettings) => HostedDeployment> {
    const [{ createProxiedDeployment }, { SharedCache }] = await Promise.all([
      import('../gateway/proxy.ts'),
      import('../gateway/cache/shared-cache.ts'),
    ]);
    this.#readings ??= new SharedCache(cacheBytes);
    const shared = { readings: this.#readings, lists: this.#lists, report: this.#report };
    return (settings) => createProxiedDeployment({ ...shared, settings, limits: settings.limits });
  }

  async #loadDemo(settings: NonNullable<Settings['demo']>) {
    const [{ createDemo }, { createEmbeddedDeployment }] = await Promise.all([
      import('#service/demo.ts'),
      import('../gateway/embedded.ts'),
    ]);
    if (!this.#demo) {
      this.#demo = createDemo(settings);
      this.#demo.start();
    }
    return { services: this.#demo.deployments, createEmbeddedDeployment };
  }
}
