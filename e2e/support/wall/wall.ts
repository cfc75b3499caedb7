import type { APIRequestContext, Page } from '@playwright/test';
import type { DoubleOptions } from '#e2e/servers/double.ts';
import { allOperational } from '../scenarios.ts';
import { type Deployed, expect } from '../test.ts';

export const scene = (page: Page) => page.locator('main[data-scene]');
/** Poll interval of the status, seconds. The host caches a status for this time. */
export const pollSeconds = 2;

export async function untilHostSays(request: APIRequestContext, api: string, words: string): Promise<void> {
  await expect.poll(async () => (await request.get(`${api}/api/v2/status`)).text()).toContain(words);
}

export const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });

export const components = (page: Page) => page.getByRole('list', { name: 'Components' });

/** A deployment with the given status words for some components. All others are operational. */
export function withWords(words: Readonly<Record<string, string>>, status = 'operational'): DoubleOptions {
  return {
    ...allOperational,
    status,
    components: allOperational.components.map((each) => ({
      name: each.name,
      status: words[each.name] ?? each.status,
    })),
  };
}

export function withOne(options: DoubleOptions, index: number, status: string): DoubleOptions {
  return {
    ...options,
    components: (options.components ?? []).map((component, at) =>
      at === index ? { ...component, status } : component,
    ),
  };
}

/**
 * Lets two nodes contradict the status. They are too few to affect the verdict: a worse verdict would stop
 * the rotation of scenes.
 */
export function contradict({ double }: Deployed): void {
  double.set('/api/v2/nodes', {
    edit: (body) => ({
      ...body,
      data: [body['data']]
        .flat()
        .map((row, index) => ({ ...Object(row), status: index < 2 ? 'degraded' : 'operational' })),
    }),
  });
}
