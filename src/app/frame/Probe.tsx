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

/** Milliseconds without any request before the probes start, so that they never delay the first screen. */
const quietMilliseconds = 1_000;
const patience = 10_000;

/**
 * Requests each resource that no page has requested yet. The navigation then shows which resources are
 * offered, and the verdict has the lists it needs.
 */
export function Probe({ deployment }: { readonly deployment: Deployment }) {
  // A failing status document also counts as contact, because other endpoints may respond.
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
  // An endpoint that is not offered is polled again on its own schedule, so it is requested here as well.
  const unsure = {
    bucket: useOffered(deployment, 'bucket') !== 'yes',
    asset: useOffered(deployment, 'asset') !== 'yes',
    application: useOffered(deployment, 'application') !== 'yes',
    event: useOffered(deployment, 'event') !== 'yes',
  };
  // Both lists are always polled, because the verdict depends on them.
  useRegions(deployment);
  useNodes(deployment);
  useBuckets(deployment, undefined, unsure.bucket);
  useAssets(deployment, undefined, unsure.asset);
  useApplications(deployment, unsure.application);
  useEvents(deployment, unsure.event);
  return null;
}
