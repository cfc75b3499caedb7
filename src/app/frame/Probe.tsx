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

/** Nothing of the first screen waits behind a probe. */
const quietMilliseconds = 1_000;
/** What takes longer than this to be read does not hold up the rest, milliseconds. */
const patience = 10_000;

/** Asks each resource once that no page has asked yet, so that the navigation tells what is offered, and what verdicts rest on. */
export function Probe({ deployment }: { readonly deployment: Deployment }) {
  // A status document that fails has had its turn, too: the other endpoints may answer.
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
  // What is not offered is looked at again from time to time, by its own schedule.
  const unsure = {
    bucket: useOffered(deployment, 'bucket') !== 'yes',
    asset: useOffered(deployment, 'asset') !== 'yes',
    application: useOffered(deployment, 'application') !== 'yes',
    event: useOffered(deployment, 'event') !== 'yes',
  };
  // What the verdict rests on is read for as long as it is on screen.
  useRegions(deployment);
  useNodes(deployment);
  useBuckets(deployment, undefined, unsure.bucket);
  useAssets(deployment, undefined, unsure.asset);
  useApplications(deployment, unsure.application);
  useEvents(deployment, unsure.event);
  return null;
}
