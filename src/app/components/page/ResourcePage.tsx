import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Source } from '#app/queries/source.ts';
import type { Deployment } from '#contract/host.ts';
import { FreshnessMark } from '../freshness/FreshnessMark.tsx';
import { Confirmed } from '../freshness/freshness-context.tsx';
import { NotOffered, Panel } from '../freshness/Panel.tsx';
import { PageTitle } from './PageTitle.tsx';

/** Names of a kind of resource in lower case, such as "event type" and "event types". */
interface Noun {
  readonly one: string;
  readonly many: string;
}

export interface Named {
  readonly noun: Noun;
  readonly deployment: Deployment;
  readonly id: string;
}

/** What the page shows if no list contains the id. */
interface Absence {
  /** The lists that were searched for the id. */
  readonly sources: readonly Source<unknown>[];
  /** Heading of the page. Default: "No such …". */
  readonly heading?: ReactNode;
  readonly reason: ReactNode;
  readonly back: { readonly to: string; readonly label: string };
  /** Text that states when the resource was last listed. */
  readonly lastSeen?: ReactNode;
}

interface ResourcePageProps<T> extends Named {
  /**
   * The preferred list that may contain the resource. Until the resource is found, the page shows the state
   * of this list.
   */
  readonly source: Source<unknown>;
  /** The resource; `undefined` until the lists are searched, `null` if no list contains the id. */
  readonly found: T | null | undefined;
  readonly absence: Absence | null;
  readonly children: (found: T) => ReactNode;
}

/** Page of one resource: its panels, or the reason why there are none. */
export function ResourcePage<T>(props: ResourcePageProps<T>) {
  const { noun, deployment, id, source, found, absence, children } = props;
  if (found) return children(found);
  if (found === null && absence) return <Absent {...props} {...absence} />;
  const isOffered = source.availability !== 'not-offered';
  const name = noun.one.charAt(0).toUpperCase() + noun.one.slice(1);
  return (
    <div className="pt-4">
      <PageTitle title={`${isOffered ? `${name} ${id.slice(0, 80)}` : name}, ${deployment.name}`}>
        {name}
      </PageTitle>
      {isOffered ? (
        <Panel title="Record" sources={[source]}>
          {null}
        </Panel>
      ) : (
        <NotOffered path={source.path} />
      )}
    </div>
  );
}

function Absent({ noun, deployment, id, sources, heading, reason, back, lastSeen }: Named & Absence) {
  const feeds = sources.map(({ feed }) => feed);
  return (
    <Confirmed feeds={feeds} className="py-8">
      <PageTitle title={`No ${noun.one} ${id.slice(0, 80)}, ${deployment.name}`}>
        {heading ?? `No such ${noun.one}`}
      </PageTitle>
      <p className="lead mt-2 max-w-4xl wrap-anywhere">
        {reason}{' '}
        <Link to={back.to} className="underline underline-offset-3">
          {back.label}
        </Link>
      </p>
      {lastSeen}
      <p className="mt-3">
        <FreshnessMark feeds={feeds} words="all" />
      </p>
    </Confirmed>
  );
}
