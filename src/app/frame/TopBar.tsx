import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Deployment } from '#contract/host.ts';
import { formatClock, formatDateTime } from '#domain/text/format.ts';
import { StatusGlyph } from '../components/severity/StatusGlyph.tsx';
import { FreshnessMark } from '../components/vouching/FreshnessMark.tsx';
import { Vouched } from '../components/vouching/vouching.tsx';
import { deployments } from '../delivered/config.ts';
import { useVerdict } from '../observe/verdicts.ts';
import { useStatus } from '../queries/resources/status.ts';
import { Icon } from '../ui/elements/Icon.tsx';
import { keepTrying } from '../ui/loading/keep-trying.ts';
import { later } from '../ui/loading/later.tsx';
import { now, useSecond } from '../ui/time/clock.ts';
import { paths } from '../url/paths.ts';
import { useDensity } from '../url/settings.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { WallLink } from './WallLink.tsx';

const Alerts = later(() => import('./Alerts.tsx'));

/** Mark, deployment, sections, freshness of the status, clock, the two switches and the way to the wall; a phone has the last of them under More. */
export function TopBar({
  deployment,
  children,
}: {
  readonly deployment: Deployment | undefined;
  readonly children: ReactNode;
}) {
  return (
    <header className="top-bar sticky top-0 z-30 border-b border-line bg-bg no-print">
      <div className="sheet flex h-12 items-center gap-4 max-md:gap-3 md:h-11">
        <Link
          to={paths.overview()}
          className="flex min-h-6 items-center gap-2.5 text-[14.5px] font-[640] whitespace-nowrap"
        >
          <Mark />
          <span className={deployment ? 'max-lg:sr-only' : ''}>Edgewatch</span>
        </Link>
        {deployment && <DeploymentSwitch deployment={deployment} />}
        {deployment?.demo && <DemoMark />}
        {children}
        <div className="ml-auto flex items-center gap-4 whitespace-nowrap max-md:gap-3">
          <span id="find" className="min-w-6 max-md:min-w-11" />
          {deployment && <Checked deployment={deployment} />}
          <Clock />
          <span className="min-w-6 max-md:min-w-11">
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
        </div>
      </div>
    </header>
  );
}

/** Demo data is labelled as such on every page that shows it. */
function DemoMark() {
  return (
    <span
      className="-ml-2 text-[12px] whitespace-nowrap text-text-3"
      title="An invented fleet, simulated on this machine; nothing here is a real service."
    >
      demo<span className="sr-only"> data, an invented fleet simulated on this machine</span>
    </span>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 18 16" width="18" height="16" aria-hidden="true" fill="currentColor">
      <path d="M0 11h3v5H0zM5 8h3v8H5zM10 0h3v16h-3zM15 11h3v5h-3z" />
    </svg>
  );
}

function DeploymentSwitch({ deployment }: { readonly deployment: Deployment }) {
  const { feed } = useStatus(deployment);
  const { severity } = useVerdict(deployment);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname } = useLocation();
  const id = useId();
  const goTo = async (slug: string) => {
    const { inSameSection } = await keepTrying(() => import('./same-section.ts'));
    void navigate(inSameSection(client, pathname, deployment.slug, slug));
  };
  return (
    <span className="relative inline-flex min-h-6 min-w-0 items-center gap-2 font-[580] md:shrink-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <span aria-hidden="true" className="text-text-3 max-md:hidden">
        /
      </span>
      <Vouched feeds={[feed]} className="inline-flex">
        <StatusGlyph severity={severity} size={11} />
      </Vouched>
      <span aria-hidden="true" title={deployment.name} className="max-w-44 truncate text-[13.5px]">
        {deployment.name}
      </span>
      <Icon name="caret" className="size-3" />
      <label htmlFor={id} className="sr-only">
        Deployment
      </label>
      <select
        id={id}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
        value={deployment.slug}
        onChange={(event) => void goTo(event.target.value)}
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
  if (availability === 'not-offered') return null;
  return (
    <span className="text-[12.5px]">
      <span className="max-md:hidden">
        <FreshnessMark feeds={[feed]} verb="Checked" words="age" />
      </span>
      <span className="md:hidden">
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
      className="by-screen-clock text-[12.5px] font-semibold max-lg:hidden"
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
