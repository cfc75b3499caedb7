import { Skeleton } from '#app/components/freshness/Panel.tsx';
import { RangeControl } from '#app/components/history/RangeControl.tsx';
import { useRange } from '#app/components/history/range.ts';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import type { Range } from '#domain/history/windows.ts';
import { changesHead } from './head.ts';
import { Log } from './Log.tsx';
import { useChangeLog } from './use-change-log.ts';

export default function ChangesPage() {
  const [range, setRange] = useRange();
  // The key resets the loaded pages for another range.
  return <LogOfRange key={range} range={range} onRange={setRange} />;
}

function LogOfRange(props: { readonly range: Range; readonly onRange: (range: Range) => void }) {
  const deployment = useDeployment();
  const log = useChangeLog(deployment, props.range);
  if (log) return <Log deployment={deployment} log={log} {...props} />;
  return (
    <>
      <header className={changesHead}>
        <PageTitle title={`Changes, ${deployment.name}`}>Changes</PageTitle>
        <p className="lead min-w-0 flex-1 max-md:basis-full">Loading the history.</p>
        <div className="ml-auto max-md:ml-0">
          <RangeControl {...props} />
        </div>
      </header>
      <Skeleton />
    </>
  );
}
