import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import type { Deployment } from '#contract/host.ts';
import { named } from '../url/paths.ts';
import { useDeployment } from './DeploymentFrame.tsx';

export interface ById {
  readonly deployment: Deployment;
  readonly id: string;
}

/** A page of the id in the address. */
export function pageById(View: ComponentType<ById>): ComponentType {
  return function PageById() {
    const deployment = useDeployment();
    const id = named(useParams()['id']);
    // The key resets all state for another id, so that no response appears under the wrong name.
    return <View key={id} deployment={deployment} id={id} />;
  };
}
