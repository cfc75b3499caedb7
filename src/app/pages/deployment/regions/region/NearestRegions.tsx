import { Panel, Skeleton } from '#app/components/freshness/Panel.tsx';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import type { RegionProps } from './use-region.ts';

const Near = lazyOnVisible<RegionProps>(
  () => import('./Near.tsx'),
  () => <Skeleton />,
);

export function NearestRegions(props: RegionProps) {
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
