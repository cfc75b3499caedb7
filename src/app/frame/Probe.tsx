import { useEffect, useState } from 'react';
import type { Deployment } from '../../contract/host.ts';
import { useApplications } from '../queries/applications.ts';
import { useAssets } from '../queries/assets.ts';
import { useBuckets } from '../queries/buckets.ts';
import { useEvents } from '../queries/events.ts';
import { useNodes } from '../queries/nodes.ts';
import { useRegions } from '../queries/regions.ts';
import { useStatus } from '../queries/status.ts';

/** Nothing of the first screen waits behind a probe. */
const quietMilliseconds = 1_000;

/** Asks each resource once that no page has asked yet, so that the navigation tells what is offered. */
export function Probe({ deployment }: { readonly deployment: Deployment }) {
  const status = useStatus(deployment);
  const contact = status.feed.answer !== null || status.availability === 'not-offered';
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    if (!contact) return undefined;
    const timer = setTimeout(() => setQuiet(true), quietMilliseconds);
    return () => clearTimeout(timer);
  }, [contact]);
  return quiet ? <Probes key={deployment.slug} deployment={deployment} /> : null;
}

function Probes({ deployment }: { readonly deployment: Deployment }) {
  const waiting = {
    region: useRegions(deployment, false).availability === 'waiting',
    node: useNodes(deployment, undefined, false).availability === 'waiting',
    bucket: useBuckets(deployment, undefined, false).availability === 'waiting',
    asset: useAssets(deployment, undefined, false).availability === 'waiting',
    application: useApplications(deployment, false).availability === 'waiting',
    event: useEvents(deployment, false).availability === 'waiting',
  };
  useRegions(deployment, waiting.region);
  useNodes(deployment, undefined, waiting.node);
  useBuckets(deployment, undefined, waiting.bucket);
  useAssets(deployment, undefined, waiting.asset);
  useApplications(deployment, waiting.application);
  useEvents(deployment, waiting.event);
  return null;
}
