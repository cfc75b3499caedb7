import type { ComponentProps, ReactNode } from 'react';
import { keepsListsOf } from '#app/delivered/config.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import type { State } from '#domain/severity/classify.ts';
import { Facts } from '../fields/Fact.tsx';
import { Trail } from '../fields/Trail.tsx';
import { Confirmed } from '../freshness/freshness-context.tsx';
import { StatusGlyph } from '../severity/StatusGlyph.tsx';
import { StatusWord } from '../severity/StatusWord.tsx';
import { PageTitle } from './PageTitle.tsx';

const StateSince = lazyPart(() => import('../timeline/StateSince.tsx'));
const SeenBesideRecord = lazyPart(
  () => import('../timeline/SessionBesideHistory.tsx'),
  () => <div className="mt-1 h-[53px] basis-full" />,
);

interface Subject {
  readonly kind: 'region' | 'node';
  readonly id: string;
  /** State of the resource; `null` if no list contains it, `undefined` until the lists are searched. */
  readonly state: State | null | undefined;
  /** The status word as the deployment sent it; `null` if none. */
  readonly word: string | null;
}

/** Head of the page of one resource: breadcrumb, name, state, a sentence, and facts at the right. */
export function ResourceHeading({
  deployment,
  trail,
  feeds,
  title,
  name,
  beside,
  subject,
  facts,
  className = 'mb-4',
  below,
  children,
}: {
  readonly deployment: Deployment;
  readonly trail: ComponentProps<typeof Trail>;
  readonly feeds: readonly Feed<unknown>[];
  /** Title of the document without the name of the deployment. */
  readonly title: string;
  readonly name: ReactNode;
  readonly beside?: ReactNode;
  /** For a region or node, which have a state. */
  readonly subject?: Subject;
  readonly facts: ReactNode;
  readonly className?: string;
  readonly below?: ReactNode;
  /** Text that continues the sentence after the state. */
  readonly children?: ReactNode;
}) {
  const state = subject?.state;
  return (
    <>
      <Trail {...trail} />
      <Confirmed
        feeds={feeds}
        as="header"
        className={`flex flex-wrap content-start items-start justify-between gap-x-10 gap-y-3 pt-1 ${className}`}
      >
        <div className="flex min-w-0 flex-1 basis-96 items-start gap-4">
          {state && <StatusGlyph severity={state.severity} size={34} className="mt-1 max-md:size-7" />}
          {subject && state === undefined && <span className="size-8.5 shrink-0 max-md:size-7" />}
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <PageTitle
                title={`${title}, ${deployment.name}`}
                className="entity-title wrap-anywhere max-md:text-[24px] max-md:leading-[30px]"
              >
                {name}
              </PageTitle>
              {beside}
            </div>
            {children !== undefined && (
              // Reserves space for text from the history record.
              <p className="lead drains mt-0.5 max-w-3xl max-lg:min-h-11">
                {subject && state && (
                  <>
                    <StatusWord state={state} />
                    <StateSince {...subject} deployment={deployment} />
                  </>
                )}
                {children}
              </p>
            )}
            {below}
          </div>
        </div>
        <Facts>{facts}</Facts>
        {subject && state && !keepsListsOf(deployment) && (
          <SeenBesideRecord
            deployment={deployment}
            subject={subject.kind}
            id={subject.id}
            label={subject.id.slice(0, 80)}
          />
        )}
      </Confirmed>
    </>
  );
}
