/** Determines from the query cache whether this screen has contact, in total and with one deployment. */

import type { QueryClient } from '@tanstack/react-query';
import type { Deployment } from '#contract/host.ts';
import { type Contact, contactOf, isDeploymentLost } from '#domain/failures/contact.ts';
import { pollMilliseconds } from '../delivered/config.ts';
import { feedOfQuery, feedsOnScreen, queriesOf } from '../queries/keys.ts';
import { isHidden } from '../ui/time/visibility.ts';
import { statusFeedIn } from './verdicts/verdicts.ts';

export function contactIn(client: QueryClient, time: number): Contact {
  return contactOf(feedsOnScreen(client), time, { pollMilliseconds, hidden: isHidden() });
}

export function isLostIn(client: QueryClient, deployment: Deployment, time: number): boolean {
  const all = () => queriesOf(client, deployment.slug).map(feedOfQuery);
  return isDeploymentLost(statusFeedIn(client, deployment), all, time);
}
