import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#app/url/paths.ts';
import { showWallSetup } from './wall-setup.ts';

/** Link to the wall. A plain click first opens the setup dialog. With a modifier key it works as any link. */
export function WallLink({
  slug,
  className,
  onFollow,
  children,
  ...named
}: {
  readonly slug: string | undefined;
  readonly className: string;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
  readonly 'aria-label'?: string;
  readonly title?: string;
}) {
  const ask = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow?.();
    showWallSetup(true);
  };
  return (
    <Link to={paths.wall(slug)} className={className} aria-haspopup="dialog" onClick={ask} {...named}>
      {children}
    </Link>
  );
}
