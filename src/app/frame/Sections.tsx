import { useState } from 'react';
import { NavLink } from 'react-router';
import type { Deployment } from '../../contract/host.ts';
import type { Resource } from '../../contract/resources.ts';
import type { Availability } from '../../domain/answer.ts';
import { sections } from '../paths.ts';
import { useApplications } from '../queries/applications.ts';
import { useAssets } from '../queries/assets.ts';
import { useBuckets } from '../queries/buckets.ts';
import { useEvents } from '../queries/events.ts';
import { useNodes } from '../queries/nodes.ts';
import { useRegions } from '../queries/regions.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';

/** Which resources a deployment is known to offer, from whatever was asked of it so far; asks for nothing itself. */
function useAvailability(deployment: Deployment): Readonly<Record<Resource, Availability>> {
  return {
    status: 'offered',
    region: useRegions(deployment, false).availability,
    node: useNodes(deployment, undefined, false).availability,
    bucket: useBuckets(deployment, undefined, false).availability,
    asset: useAssets(deployment, undefined, false).availability,
    application: useApplications(deployment, false).availability,
    event: useEvents(deployment, false).availability,
  };
}

const phoneTabs: readonly { readonly label: string; readonly icon: IconName }[] = [
  { label: 'Status', icon: 'status' },
  { label: 'Regions', icon: 'regions' },
  { label: 'Nodes', icon: 'nodes' },
  { label: 'Events', icon: 'events' },
];

/** The sections of a deployment. What it does not offer stays in its place as plain text. */
export function Sections({ deployment }: { readonly deployment: Deployment }) {
  const availability = useAvailability(deployment);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <nav aria-label="Pages" className="contents">
      <ul
        className={`m-0 flex list-none p-0 md:h-full md:gap-1 md:pl-2 ${open ? '' : 'max-md:hidden'} max-md:fixed max-md:inset-x-0 max-md:bottom-14 max-md:z-40 max-md:flex-col max-md:border-t max-md:border-ctl max-md:bg-bg max-md:py-2`}
      >
        {sections.map(({ label, needs, to }) => {
          const offered = needs === null || availability[needs] !== 'not-offered';
          return (
            <li key={label} className="md:h-full">
              {offered ? (
                <NavLink
                  to={to(deployment.slug)}
                  end={label === 'Status'}
                  onClick={close}
                  className="section-link flex h-full items-center px-2.5 font-[480] text-text-2 hover:text-text aria-[current=page]:font-[620] aria-[current=page]:text-text max-md:px-4 max-md:py-2.5"
                >
                  {label}
                </NavLink>
              ) : (
                <span
                  className="flex h-full items-center px-2.5 text-text-3 max-md:px-4 max-md:py-2.5"
                  title={`${label}: not offered by this deployment`}
                >
                  {label}
                  <span className="sr-only">, not offered</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <ul className="fixed inset-x-0 bottom-0 z-40 m-0 flex h-14 list-none border-t border-line-strong bg-bg p-0 md:hidden">
        {phoneTabs.map(({ label, icon }) => {
          const section = sections.find((each) => each.label === label);
          if (!section || (section.needs !== null && availability[section.needs] === 'not-offered'))
            return null;
          return (
            <li key={label} className="flex-1">
              <NavLink
                to={section.to(deployment.slug)}
                end={label === 'Status'}
                onClick={close}
                className="phone-tab flex h-full flex-col items-center justify-center gap-0.5 text-[12px] text-text-2 aria-[current=page]:font-semibold aria-[current=page]:text-text"
              >
                <Icon name={icon} />
                {label}
              </NavLink>
            </li>
          );
        })}
        <li className="flex-1">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex h-full w-full flex-col items-center justify-center gap-0.5 text-[12px] text-text-2"
          >
            <Icon name={open ? 'close' : 'more'} />
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}
