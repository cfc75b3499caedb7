/** Whether this screen sees anything, and whether it sees a deployment, from what the query cache holds. */

import type { QueryClient } from '@tanstack/react-query';
import type { Deployment } from '#contract/host.ts';
import { type Contact, contactOf, isDeploymentLost } from '#domain/failures/contact.ts';
import { pollMilliseconds } from '../delivered/config.ts';
import { feedOfQuery, feedsOnScreen, queriesOf } from '../queries/keys.ts';
import { isHidden } from '../ui/time/visibility.ts';
import { statusFeedIn } from './verdicts.ts';

/** Of all that this screen asks for. */
export function contactIn(client: QueryClient, time: number): Contact {
  return contactOf(feedsOnScreen(client), time, { pollMilliseconds, hidden: isHidden() });
}

export function isLostIn(client: QueryClient, deployment: Deployment, time: number): boolean {
  const all = () => queriesOf(client, deployment.slug).map(feedOfQuery);
  return isDeploymentLost(statusFeedIn(client, deployment), all, time);
}
