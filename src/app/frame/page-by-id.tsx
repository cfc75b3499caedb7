import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import type { Deployment } from '#contract/host.ts';
import { named } from '../url/paths.ts';
import { useDeployment } from './DeploymentFrame.tsx';

export interface ById {
  readonly deployment: Deployment;
  readonly id: string;
}

/** Creates the page component for the resource whose id is in the URL. */
export function pageById(View: ComponentType<ById>): ComponentType {
  return function PageById() {
    const deployment = useDeployment();
    const id = named(useParams()['id']);
    // The key resets all state for another id, so that no response appears under the wrong id.
    return <View key={id} deployment={deployment} id={id} />;
  };
}
