/** The deployments that a host serves, kept over a change of its configuration as far as nothing of theirs changes. */

import { displayNames } from '#contract/deployment-names.ts';
import type { Demo } from '#service/demo.ts';
import { uniqueSlug } from '../configuration/base-url.ts';
import { Secret } from '../configuration/secrets.ts';
import type { ProxiedSettings, Settings } from '../configuration/settings.ts';
import type { SharedCache } from '../gateway/cache/shared-cache.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import type { HeldLists } from '../gateway/held-lists.ts';

/** Bytes for the answers of all proxied deployments: four times the longest that is read unless configured. */
const roomOfReadings = 128 * 1024 ** 2;

/** Equal for settings that make the same deployment. What a secret is stays untold. */
function identityOf(settings: object): string {
  return JSON.stringify(settings, function (this: Record<string, unknown>, key, value: unknown) {
    const whole = this[key];
    return whole instanceof Secret ? whole.identity : value;
  });
}

export class Deployments {
  readonly #lists: HeldLists;
  readonly #report: (line: string) => void;
  /** By what they were made of. */
  #open = new Map<string, HostedDeployment>();
  #readings: SharedCache | null = null;
  #demo: Demo | null = null;

  constructor(lists: HeldLists, report: (line: string) => void) {
    this.#lists = lists;
    this.#report = report;
  }

  /**
   * Opens what settings name, and keeps what is open and the same. Only what is shown is loaded: the HTTP client for
   * proxied deployments, the service for the demo.
   *
   * @returns those to serve, and how to let go of those that are served no longer.
   */
  async take(
    settings: Settings,
  ): Promise<{ readonly deployments: readonly HostedDeployment[]; readonly letGo: () => Promise<void> }> {
    const before = this.#open;
    const next = new Map<string, HostedDeployment>();
    const keep = (identity: string, open: () => HostedDeployment) => {
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
    // Over all deployments and not per viewer: pages and messages of one host use the same name.
    const names = displayNames([...settings.proxied, ...services]);
    if (settings.proxied.length > 0) {
      const open = await this.#loadProxy();
      settings.proxied.forEach((proxied, index) => {
        const shown = { ...proxied, name: names[index] ?? proxied.name };
        // Who may see it makes no other deployment of it.
        keep(identityOf({ ...shown, visibleTo: null }), () => open(shown));
      });
    }
    if (demo)
      services.forEach(({ service, slug }, index) => {
        const name = names[settings.proxied.length + index] ?? service.name;
        const options = { slug, words, verdict, maximumItems };
        keep(identityOf({ demo: service.slug, name, ...options }), () =>
          demo.createEmbeddedDeployment({ ...service, name }, options, this.#lists),
        );
      });
    this.#open = next;
    const gone = [...before].flatMap(([identity, deployment]) => (next.has(identity) ? [] : [deployment]));
    // What one of a slug was told is not what another of that slug would be.
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

  /** When the demo's present began, epoch milliseconds; `null` where none is shown. */
  get demoStartedAt(): number | null {
    return this.#demo?.startedAt ?? null;
  }

  /** Reads anew what stands in files. */
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
    this.#readings ??= new SharedCache(roomOfReadings);
    const shared = { readings: this.#readings, lists: this.#lists, report: this.#report };
    return (settings) => createProxiedDeployment({ ...shared, settings, limits: settings.limits });
  }

  async #loadDemo(settings: NonNullable<Settings['demo']>) {
    const [{ createDemo }, { createEmbeddedDeployment }] = await Promise.all([
      import('#service/demo.ts'),
      import('../embedded.ts'),
    ]);
    if (!this.#demo) {
      this.#demo = createDemo(settings);
      this.#demo.start();
    }
    return { services: this.#demo.deployments, createEmbeddedDeployment };
  }
}
