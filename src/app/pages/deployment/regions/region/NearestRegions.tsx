import { Panel, Skeleton } from '#app/components/vouching/Panel.tsx';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import type { NearProps } from './Near.tsx';

const Near = lazyOnVisible<NearProps>(
  () => import('./Near.tsx'),
  () => <Skeleton />,
);

export function NearestRegions(props: NearProps) {
  const { lists } = props.details;
  const nodes = useNodes(props.deployment);
  return (
    <Panel
      title="Nearest regions"
      aside="great-circle distance"
      sources={[lists.preferred]}
      also={[...lists.offered.slice(1).map(({ source }) => source), nodes]}
      className="[--room:37.5rem] max-md:[--room:34rem]"
    >
      <Near {...props} />
    </Panel>
  );
}
