/**
 * Connects webhooks with the observer, the configuration and the data folder. Their code is loaded when a
 * configuration has a target.
 */

import { join } from 'node:path';
import type { WebhookState } from '#contract/host.ts';
import { displayNames } from '#contract/names/deployment-names.ts';
import type { Settings } from '../configuration/settings.ts';
import { quarantine, readFileOr, writeDurably } from '../data/durable-file.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import type { SharedDatabase } from '../history/store/postgres/shared-database.ts';
import type { Poll } from '../observe/messages.ts';
import type { Observing } from '../observe/observer.ts';
import type { Sender } from './deliver.ts';
import { mutedAt } from './mute.ts';
import type { MessageLease } from './shared/message-lease.ts';
import type { WebhookSettings } from './targets.ts';

/** What hosts with one database share for messages. */
export interface SharedSending {
  readonly database: SharedDatabase;
  readonly lease: MessageLease;
}

interface TellingOptions {
  /** The data folder; with `null`, a restart loses pending messages. */
  readonly data: string | null;
  /** The place of messages, if hosts share a database. */
  readonly shared: SharedSending | null;
  readonly observing: Observing;
  readonly report: (line: string) => void;
}

export interface HostWebhooks {
  /** Reports changes of these deployments to the configured targets from now on. */
  take(settings: TellingSettings, deployments: readonly HostedDeployment[]): Promise<void>;
  /**
   * Returns the pending and sent messages; `null` without a target.
   * @param slugs - of the deployments that the viewer may see.
   */
  state(slugs: ReadonlySet<string>): Promise<WebhookState | null>;
  test(): Promise<void>;
  close(): Promise<void>;
}

interface OpenWebhook {
  readonly take: (settings: WebhookSettings) => void;
  readonly note: (poll: Poll) => void;
  readonly state: (slugs: ReadonlySet<string>) => WebhookState | Promise<WebhookState>;
  readonly test: () => Promise<void>;
  readonly close: () => void | Promise<void>;
}

type TellingSettings = Pick<Settings, 'webhooks' | 'mute' | 'publicUrl'>;

export function openHostWebhooks({ data, shared, observing, report }: TellingOptions): HostWebhooks {
  let opened: Promise<{ readonly webhook: OpenWebhook; readonly sender: Sender }> | null = null;
  let isOn = false;
  const openWebhook = async (sender: Sender): Promise<OpenWebhook> => {
    if (shared) {
      const { SharedWebhook } = await import('./shared/shared-webhook.ts');
      return new SharedWebhook({ ...shared, send: (delivery) => sender.send(delivery), report });
    }
    const { Webhook } = await import('./webhook.ts');
    const file = data === null ? null : join(data, 'webhook.json');
    return new Webhook({
      send: (delivery) => sender.send(delivery),
      read: () => (file === null ? '' : readFileOr(file, '')),
      write: (text) => file !== null && writeDurably(file, text),
      quarantine: () => (file === null ? null : quarantine(file, Date.now())),
      report,
      now: Date.now,
    });
  };
  const open = async () => {
    const { openSender } = await import('./deliver.ts');
    const sender = openSender();
    const webhook = await openWebhook(sender);
    observing.subscribe((poll) => webhook.note(poll));
    return { webhook, sender };
  };
  return {
    async take({ webhooks, mute, publicUrl }, deployments) {
      isOn = webhooks.length > 0;
      if (!isOn && !opened) return;
      opened ??= open();
      const { webhook } = await opened;
      const names = displayNames(deployments);
      webhook.take({
        targets: webhooks.map(({ id, name, url, secret, deployments: slugs, minimumSeverity }) => ({
          id,
          name,
          minimumSeverity,
          deployments: slugs && new Set(slugs),
          url: () => url.reveal(),
          secret: secret ? () => secret.reveal() : null,
        })),
        deployments: deployments.map(({ slug, name }, index) => ({ slug, name: names[index] ?? name })),
        publicUrl,
        isMuted: (slug, now) => mutedAt(mute, slug, now) !== null,
      });
    },
    state: async (slugs) => (isOn && opened ? (await opened).webhook.state(slugs) : null),
    test: async () => (await opened)?.webhook.test(),
    async close() {
      if (!opened) return;
      const { webhook, sender } = await opened;
      await webhook.close();
      await sender.close();
    },
  };
}
