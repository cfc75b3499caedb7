/** The webhook of a host: loaded once a configuration names one. */

import { join } from 'node:path';
import type { WebhookState } from '#contract/host.ts';
import type { Settings } from '../configuration/settings.ts';
import { readIfThere, writeDurably } from '../data/durable-file.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import type { Observing } from '../observe/observer.ts';
import type { Sender } from './deliver.ts';
import type { Webhook } from './webhook.ts';

interface TellingOptions {
  /** The folder of the host's data; `null` where it keeps nothing, and a restart loses what waits. */
  readonly data: string | null;
  readonly observing: Observing;
  readonly report: (line: string) => void;
}

export interface Telling {
  /** Tells there from now on. */
  take(target: Settings['webhook'], deployments: readonly HostedDeployment[]): Promise<void>;
  /**
   * What waits and what was sent; `null` where nobody is told.
   *
   * @param slugs - of the deployments that whoever asks may know of.
   */
  state(slugs: ReadonlySet<string>): Promise<WebhookState | null>;
  /** Sends a test message. */
  test(): Promise<void>;
  close(): Promise<void>;
}

export function openTelling({ data, observing, report }: TellingOptions): Telling {
  let opened: Promise<{ readonly webhook: Webhook; readonly sender: Sender }> | null = null;
  let isOn = false;
  const open = async () => {
    const [{ Webhook: Made }, { openSender }] = await Promise.all([
      import('./webhook.ts'),
      import('./deliver.ts'),
    ]);
    const sender = openSender();
    const file = data === null ? null : join(data, 'webhook.json');
    const webhook = new Made({
      send: (delivery) => sender.send(delivery),
      read: () => (file === null ? '' : readIfThere(file)),
      write: (text) => file !== null && writeDurably(file, text),
      report,
      now: Date.now,
    });
    observing.subscribe((look) => webhook.note(look));
    return { webhook, sender };
  };
  return {
    async take(target, deployments) {
      isOn = target !== null;
      if (!target && !opened) return;
      opened ??= open();
      const { webhook } = await opened;
      const secret = target?.secret;
      webhook.take(
        target && { url: () => target.url.reveal(), secret: secret ? () => secret.reveal() : null },
        deployments,
      );
    },
    state: async (slugs) => (isOn && opened ? (await opened).webhook.state(slugs) : null),
    test: async () => (await opened)?.webhook.test(),
    async close() {
      if (!opened) return;
      const { webhook, sender } = await opened;
      webhook.close();
      await sender.close();
    },
  };
}
