import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contactIn, isLostIn } from '#app/observe/contact.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { ContactProvider } from './freshness-context.tsx';

/** Wraps the app. While every feed of the screen fails, everything inside counts as `lost`. */
export function ScreenContact({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const isBlind = useTimed((time) => contactIn(client, time).kind === 'blind');
  return <ContactProvider isLost={isBlind}>{children}</ContactProvider>;
}

export function DeploymentContact({
  deployment,
  children,
}: {
  readonly deployment: Deployment;
  readonly children: ReactNode;
}) {
  const client = useQueryClient();
  const isLost = useTimed((time) => isLostIn(client, deployment, time));
  return <ContactProvider isLost={isLost}>{children}</ContactProvider>;
}
