/** The routes of a deployment's pages, for the app and the host. */

import type { ReactNode } from 'react';
import { Route } from 'react-router';
import { useDeployment } from './frame/DeploymentFrame.tsx';
import { deploymentPages, type Page } from './pages.ts';
import { useWholeLists } from './queries/wanted-lists.ts';
import { laterPart } from './ui/loading/lazy-part.tsx';
import { NotYet } from './ui/loading/NotYet.tsx';

function WithLists({ lists, children }: Required<Pick<Page, 'lists'>> & { readonly children: ReactNode }) {
  useWholeLists(useDeployment(), lists);
  return children;
}

export const deploymentRoutes = deploymentPages.map(({ path, lists = [], code }) => {
  const Shown = laterPart(code, NotYet, true);
  const element = (
    <WithLists key={path} lists={lists}>
      <Shown />
    </WithLists>
  );
  return path === '' ? (
    <Route key={path} index element={element} />
  ) : (
    <Route key={path} path={path} element={element} />
  );
});
