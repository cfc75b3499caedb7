import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Deployment } from '#contract/host.ts';
import { useOffered } from '../observe/availability.ts';
import { useApplications } from '../queries/resources/applications.ts';
import { useAssets } from '../queries/resources/assets.ts';
import { useBuckets } from '../queries/resources/buckets.ts';
import { useEvents } from '../queries/resources/events.ts';
import { useNodes } from '../queries/resources/nodes.ts';
import { useRegions } from '../queries/resources/regions.ts';
import { useStatus } from '../queries/resources/status.ts';

/** Milliseconds without requests before the probes start, so that they never delay the first screen. */
const quietMilliseconds = 1_000;
const patience = 10_000;

/**
 * Requests each resource that no page has requested yet. The navigation then shows what is offered, and the
 * verdict has its lists.
 */
export function Probe({ deployment }: { readonly deployment: Deployment }) {
  // A failing status document counts as well, because the other endpoints may respond.
  const contact = useStatus(deployment).availability !== 'waiting';
  const [quiet, setQuiet] = useState(false);
  const client = useQueryClient();
  useEffect(() => {
    if (!contact) return undefined;
    let waited = 0;
    const timer = setInterval(() => {
      waited += quietMilliseconds;
      if (client.isFetching() > 0 && waited < patience) return;
      clearInterval(timer);
      setQuiet(true);
    }, quietMilliseconds);
    return () => clearInterval(timer);
  }, [client, contact]);
  return quiet ? <Probes key={deployment.slug} deployment={deployment} /> : null;
}

function Probes({ deployment }: { readonly deployment: Deployment }) {
  // An absent endpoint is polled again on its own schedule.
  const unsure = {
    bucket: useOffered(deployment, 'bucket') !== 'yes',
    asset: useOffered(deployment, 'asset') !== 'yes',
    application: useOffered(deployment, 'application') !== 'yes',
    event: useOffered(deployment, 'event') !== 'yes',
  };
  // Always polled, because the verdict depends on both lists.
  useRegions(deployment);
  useNodes(deployment);
  useBuckets(deployment, undefined, unsure.bucket);
  useAssets(deployment, undefined, unsure.asset);
  useApplications(deployment, unsure.application);
  useEvents(deployment, unsure.event);
  return null;
}
