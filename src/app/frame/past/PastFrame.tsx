import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { KnownThen } from '#app/components/past/KnownThen.tsx';
import { NotRecorded } from '#app/components/past/NotRecorded.tsx';
import { pollMilliseconds } from '#app/delivered/config.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import { type Past, PastProvider } from '#app/ui/time/moment.ts';
import type { Deployment } from '#contract/host.ts';
import { comparedTextIn, deploymentAsOf, deploymentAtText, momentTextIn } from '#domain/history/past/as-of.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { timeIn } from '#domain/history/time-in.ts';
import { AgainstBar, Comparison } from './against/lazy-parts.tsx';
import { TimeBar } from './TimeBar.tsx';

/** Milliseconds after a moment in which further polls may still tell what was so at the moment. */
const unsettled = 15 * 60_000;

/** Reads a recent moment again with each poll while the page is visible, until the record of it is settled. */
function useLaterPolls(slug: string, moment: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (moment === null || hostNow() - moment > unsettled) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      if (hostNow() - moment > unsettled) clearInterval(timer);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(slug) });
    }, pollMilliseconds);
    return () => clearInterval(timer);
  }, [client, slug, moment]);
}

export interface FrameProps {
  readonly deployment: Deployment;
  /** Bar above the page. */
  readonly bar?: ReactNode;
  /** Content in place of the page of the address. */
  readonly page?: ReactNode;
}

/**
 * Frame of an address that asks for a past moment. If the moment is not valid, the page shows the present.
 * @param props.Frame - frame of all pages of a deployment.
 */
export default function PastFrame({
  present,
  Frame,
}: {
  readonly present: Deployment;
  readonly Frame: ComponentType<FrameProps>;
}) {
  const { search } = useLocation();
  const parameters = new URLSearchParams(search);
  const text = momentTextIn(parameters, hostNow());
  const compared = comparedTextIn(parameters, hostNow());
  const deployment = useMemo(() => (text === null ? present : deploymentAsOf(present, text)), [present, text]);
  const before = useMemo(
    () => (compared === null ? null : deploymentAtText(present, compared)),
    [present, compared],
  );
  const moment = text === null ? null : timeIn(text);
  const past = useMemo(
    (): Past | null => (moment === null ? null : { moment, KnownThen, NotRecorded }),
    [moment],
  );
  useLaterPolls(deployment.slug, moment);
  useLaterPolls(before?.slug ?? '', before && momentOf(before.slug));
  const content = before && {
    page: <Comparison before={before} after={deployment} />,
    bar: (
      <RenderGuard name="The compared times">
        <AgainstBar before={before} after={deployment} />
      </RenderGuard>
    ),
  };
  if (past === null) return <Frame deployment={present} {...content} />;
  const bar = (
    <RenderGuard name="The time bar">
      <TimeBar deployment={deployment} moment={past.moment} />
    </RenderGuard>
  );
  return (
    <PastProvider value={past}>
      <Frame deployment={deployment} {...(content ?? { bar })} />
    </PastProvider>
  );
}
