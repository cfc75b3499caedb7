import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { DeploymentName } from '#app/components/page/DeploymentName.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { canLogOut, useDeployments } from '#app/delivered/config.ts';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { now, useSecond } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import { useDensity } from '#app/url/settings.ts';
import type { Deployment } from '#contract/host.ts';
import { momentTextOf, presentSlug, slugAsOf } from '#domain/history/past/slug-in-time.ts';
import { formatClock, formatDateTime } from '#domain/text/format.ts';
import { inSameSection } from './same-section.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { WallLink } from './WallLink.tsx';

const Alerts = lazyPart(() => import('./Alerts.tsx'));
const LogOut = lazyPart(() => import('./LogOut.tsx'));

/**
 * Bar at the top of every page except the wall. On a phone, the theme switch, the wall and the log-out are
 * under More.
 */
export function TopBar({
  deployment,
  children,
}: {
  readonly deployment: Deployment | undefined;
  readonly children: ReactNode;
}) {
  return (
    <header className="top-bar sticky top-0 z-30 border-b border-line bg-bg no-print">
      <div className="sheet flex h-12 items-center gap-1.5 md:gap-3 md:max-lg:h-20 md:max-lg:flex-wrap md:max-lg:content-between md:max-lg:gap-y-0 md:max-lg:pt-2.5 lg:h-11 2xl:gap-4 max-md:low:h-auto max-md:low:flex-wrap max-md:low:gap-y-0">
        <Link
          to={paths.overview()}
          className="flex min-h-6 items-center gap-2.5 text-[14.5px] font-[640] whitespace-nowrap"
        >
          <Mark />
          <span translate="no" className={roomFor(deployment)}>
            Edgewatch
          </span>
        </Link>
        {deployment && <DeploymentSwitch deployment={deployment} />}
        {deployment?.demo && <DemoMark />}
        {children}
        {/* The search field shrinks before any name shrinks. */}
        <span
          id="find"
          className="-mx-2 ml-auto min-w-11 md:mr-0 md:min-w-6 lg:shrink-[99999999] lg:basis-28"
        />
        {deployment && <Checked deployment={deployment} />}
        <Clock />
        <div className={`flex items-center gap-1 ${deployment ? 'max-md:-mr-3.5' : ''}`}>
          <span className="min-w-11 md:min-w-6">
            <Alerts />
          </span>
          <DensitySwitch />
          <span className={`inline-flex ${deployment ? 'max-md:hidden' : ''}`}>
            <ThemeSwitch />
          </span>
          <WallLink
            slug={deployment?.slug}
            className={`inline-flex size-6 items-center justify-center ${deployment ? 'max-md:hidden' : ''}`}
            aria-label="Wall"
            title="Wall"
          >
            <Icon name="wall" />
          </WallLink>
          {canLogOut() && (
            <span className={`inline-flex min-w-6 ${deployment ? 'max-md:hidden' : ''}`}>
              <LogOut />
            </span>
          )}
        </div>
      </div>
    </header>
  );
}

/** Label of demo data. Every page with demo data has it. */
function DemoMark() {
  return (
    <span
      className="-ml-1 text-[12px] md:-ml-1.5 whitespace-nowrap text-text-3"
      title="A simulated fleet on this machine. Nothing here is a real service."
    >
      demo<span className="sr-only"> data, an invented fleet simulated on this machine</span>
    </span>
  );
}

/**
 * Returns CSS classes that hide the app's name on narrow screens. It is hidden earlier if the deployment's
 * name is long.
 */
function roomFor(deployment: Deployment | undefined): string {
  if (!deployment) return '';
  return deployment.name.length > 20 ? 'max-[96rem]:sr-only' : 'max-xl:sr-only';
}

function Mark() {
  return (
    <svg viewBox="0 0 18 16" width="18" height="16" aria-hidden="true" fill="currentColor">
      <path d="M0 11h3v5H0zM5 8h3v8H5zM10 0h3v16h-3zM15 11h3v5h-3z" />
    </svg>
  );
}

function DeploymentSwitch({ deployment }: { readonly deployment: Deployment }) {
  const deployments = useDeployments();
  const { feed } = useStatus(deployment);
  const { severity } = useVerdict(deployment);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname } = useLocation();
  const id = useId();
  const moment = momentTextOf(deployment.slug);
  const goTo = (slug: string) => {
    const to = moment === undefined ? slug : slugAsOf(slug, moment);
    void navigate(inSameSection(client, pathname, deployment.slug, to));
  };
  return (
    <span className="relative inline-flex min-h-6 min-w-0 items-center gap-1.5 font-[580] md:shrink-[9999] md:gap-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <span aria-hidden="true" className="text-text-3 max-md:hidden">
        /
      </span>
      <Confirmed feeds={[feed]} className="inline-flex">
        <StatusGlyph severity={severity} size={11} />
      </Confirmed>
      <span aria-hidden="true" title={deployment.name} className="max-w-56 truncate text-[13.5px]">
        <DeploymentName deployment={deployment} />
      </span>
      <Icon name="caret" className="size-3 shrink-0" />
      <label htmlFor={id} className="sr-only">
        Deployment
      </label>
      <select
        id={id}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
        value={presentSlug(deployment.slug)}
        onChange={(event) => goTo(event.target.value)}
      >
        {deployments.map((each) => (
          <option key={each.slug} value={each.slug}>
            {each.name}
          </option>
        ))}
      </select>
    </span>
  );
}

function Checked({ deployment }: { readonly deployment: Deployment }) {
  const { feed, availability } = useStatus(deployment);
  // On a page of the past nothing is polled.
  if (availability === 'not-offered' || momentTextOf(deployment.slug) !== undefined) return null;
  return (
    <span className="text-[12.5px] max-md:flex max-md:shrink-[9999] max-md:leading-[15px] md:whitespace-nowrap">
      <span className="max-md:hidden">
        <FreshnessMark feeds={[feed]} verb="Checked" words="age" />
      </span>
      <span className="flex md:hidden">
        <FreshnessMark feeds={[feed]} verb="" words="age" />
      </span>
    </span>
  );
}

function Clock() {
  const second = useSecond();
  return (
    <time
      dateTime={new Date(second).toISOString()}
      title={formatDateTime(now())}
      className="by-screen-clock text-[12.5px] font-semibold whitespace-nowrap max-2xl:hidden"
    >
      {formatClock(second)} <span className="font-normal text-text-2">UTC</span>
    </time>
  );
}

function DensitySwitch() {
  const [density, setDensity] = useDensity();
  return (
    <button
      type="button"
      className="inline-flex size-6 items-center justify-center max-md:hidden"
      aria-pressed={density === 'compact'}
      aria-label="Compact rows"
      title="Compact rows"
      onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
    >
      <Icon name="density" />
    </button>
  );
}
