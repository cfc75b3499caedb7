import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { canLogOut } from '#app/delivered/config.ts';
import { useOffered } from '#app/observe/availability.ts';
import { Icon, type IconName } from '#app/ui/elements/Icon.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { addressOf, type Section, sections } from '#app/url/sections.ts';
import type { Deployment } from '#contract/host.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { WallLink } from './WallLink.tsx';

const LogOut = lazyPart(() => import('./LogOut.tsx'));

/**
 * Navigation between the sections of a deployment. Sections that are not offered stay as plain text. On a
 * phone, some are in the bottom bar and the rest under More.
 */
export function Sections({ deployment }: { readonly deployment: Deployment }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { pathname } = useLocation();
  const isUnderMore = sections.some((section) => !section.icon && isAt(section, deployment.slug, pathname));
  return (
    <nav aria-label="Pages" className="contents">
      <ul
        className={`m-0 flex list-none p-0 md:h-full md:min-w-0 md:overflow-x-auto md:[scrollbar-width:none] md:max-lg:order-last md:max-lg:-mx-2 md:max-lg:h-10 md:max-lg:w-full 2xl:pl-2 ${open ? '' : 'max-md:hidden'} max-md:fixed max-md:inset-x-0 max-md:bottom-14 max-md:z-40 max-md:flex-col max-md:border-t max-md:border-ctl max-md:bg-bg max-md:py-2 max-md:low:static max-md:low:order-last max-md:low:w-full`}
      >
        {sections.map((section) => (
          <SectionLink key={section.label} deployment={deployment} section={section} onFollow={close} />
        ))}
        <li className="md:hidden">
          <WallLink
            slug={deployment.slug}
            onFollow={close}
            className="flex items-center gap-2.5 px-4 py-2.5 font-[480] text-text-2"
          >
            <Icon name="wall" />
            Wall
          </WallLink>
        </li>
        <li className="text-text-2 md:hidden">
          <ThemeSwitch inWords />
        </li>
        {canLogOut() && (
          <li className="text-text-2 md:hidden">
            <LogOut inWords />
          </li>
        )}
      </ul>
      <ul className="fixed inset-x-0 bottom-0 z-40 m-0 flex h-14 list-none border-t border-line-strong bg-bg p-0 low:static low:order-last low:w-full md:hidden">
        {sections.map(
          (section) =>
            section.icon && (
              <PhoneTab
                key={section.label}
                deployment={deployment}
                section={section}
                icon={section.icon}
                onFollow={close}
              />
            ),
        )}
        <li className="flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-current={isUnderMore ? 'page' : undefined}
            onClick={() => setOpen(!open)}
            className="phone-tab flex h-full w-full flex-col items-center justify-center gap-0.5 text-[12px] text-text-2 aria-[current=page]:font-semibold aria-[current=page]:text-text"
          >
            <Icon name={open ? 'close' : 'more'} />
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}

function isAt(section: Section, slug: string, pathname: string): boolean {
  const address = addressOf(section, presentSlug(slug));
  return pathname === address || (section.path !== '' && pathname.startsWith(`${address}/`));
}

function LinkToSection({
  deployment: { slug },
  section,
  onFollow,
  className,
  children,
}: LinkProps & { readonly className: string; readonly children: ReactNode }) {
  const isHere = isAt(section, slug, useLocation().pathname);
  return (
    <Link
      to={addressOf(section, slug)}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
      className={className}
    >
      {children}
    </Link>
  );
}

interface LinkProps {
  readonly deployment: Deployment;
  readonly section: Section;
  readonly onFollow: () => void;
}

function SectionLink({ deployment, section, onFollow }: LinkProps) {
  const offered = useOffered(deployment, section.needs);
  if (offered === 'no') {
    return (
      <li className="md:h-full">
        <span
          className="flex h-full items-center px-2 2xl:px-2.5 text-text-3 max-md:px-4 max-md:py-2.5"
          title={`${section.label}: not offered by this deployment`}
        >
          {section.label}
          <span className="sr-only">, not offered</span>
        </span>
      </li>
    );
  }
  return (
    <li className={`md:h-full ${section.icon ? 'max-md:hidden' : ''}`}>
      <LinkToSection
        deployment={deployment}
        section={section}
        onFollow={onFollow}
        className="section-link flex h-full items-center px-2 2xl:px-2.5 font-[480] text-text-2 hover:text-text aria-[current=page]:font-[620] aria-[current=page]:text-text max-md:px-4 max-md:py-2.5"
      >
        {section.label}
      </LinkToSection>
    </li>
  );
}

function PhoneTab({ deployment, section, icon, onFollow }: LinkProps & { readonly icon: IconName }) {
  if (useOffered(deployment, section.needs) === 'no') return null;
  return (
    <li className="flex-1">
      <LinkToSection
        deployment={deployment}
        section={section}
        onFollow={onFollow}
        className="phone-tab flex h-full flex-col items-center justify-center gap-0.5 text-[12px] text-text-2 aria-[current=page]:font-semibold aria-[current=page]:text-text"
      >
        <Icon name={icon} />
        {section.label}
      </LinkToSection>
    </li>
  );
}
