/** Adds the current quiet windows of webhook messages to the app's configuration. */

import type { AppConfig, Muted } from '#contract/host.ts';

/**
 * Returns a function that returns the configuration with the quiet windows: the same object while nothing
 * changes. It checks the windows once a second.
 * @param mutedNow - returns the quiet window of a deployment, by slug; `null` outside of all windows.
 */
export function configWithMutes(
  fixed: AppConfig,
  mutedNow: (slug: string) => Muted | null,
  now: () => number = Date.now,
): () => AppConfig {
  const none = '[]';
  let current = { text: none, config: fixed };
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const second = Math.floor(now() / 1000);
    if (second === checkedAt) return current.config;
    checkedAt = second;
    const muted = fixed.deployments.flatMap(({ slug }) => {
      const window = mutedNow(slug);
      return window ? [[slug, window] as const] : [];
    });
    const text = JSON.stringify(muted);
    if (text === current.text) return current.config;
    current = { text, config: text === none ? fixed : { ...fixed, muted: Object.fromEntries(muted) } };
    return current.config;
  };
}
