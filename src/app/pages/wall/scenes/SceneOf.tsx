import type { Deployment } from '#contract/host.ts';
import type { Scene } from '#domain/wall/rotation.ts';
import type { SceneProps } from '../context.ts';
import { EventsScene } from './EventsScene.tsx';
import { InventoryScene } from './InventoryScene.tsx';
import { MapScene } from './MapScene.tsx';
import { OverviewScene } from './OverviewScene.tsx';
import { StatusScene } from './StatusScene.tsx';

export function SceneOf({
  scene,
  deployments,
  ...props
}: SceneProps & { readonly scene: Scene; readonly deployments: readonly Deployment[] }) {
  switch (scene.name) {
    case 'overview':
      return <OverviewScene {...props} deployments={deployments} />;
    case 'inventory':
      return <InventoryScene {...props} />;
    case 'events':
      return <EventsScene {...props} />;
    case 'map':
      return <MapScene {...props} />;
    case 'status':
      return <StatusScene {...props} />;
  }
}
