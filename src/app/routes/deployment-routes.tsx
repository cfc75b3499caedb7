/** Routes of a deployment's pages. */

import type { ReactNode } from 'react';
import { Route } from 'react-router';
import type { ListResource } from '#contract/resources.ts';
import { pageLists } from '#domain/first-screen/page-lists.ts';
import { useDeployment } from '../frame/DeploymentFrame.tsx';
import { useCompleteLists } from '../queries/wanted-lists.ts';
import { lazyPartOf } from '../ui/loading/lazy-part.tsx';
import { NotYet } from '../ui/loading/NotYet.tsx';
import type { Part } from '../ui/loading/part.ts';
import { deploymentPages, notFoundPage } from './page-modules.ts';

interface WithListsProps {
  readonly lists: readonly ListResource[];
  readonly children: ReactNode;
}

function WithLists({ lists, children }: WithListsProps) {
  useCompleteLists(useDeployment(), lists);
  return children;
}

function routeOf(path: string, code: Part<object>, lists: readonly ListResource[] = []) {
  const Shown = lazyPartOf(code, NotYet);
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
}

export const deploymentRoutes = [
  ...pageLists.map((page) => routeOf(page.path, deploymentPages[page.path], 'lists' in page ? page.lists : [])),
  routeOf('*', notFoundPage),
];
