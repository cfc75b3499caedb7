import { keepsHistory } from '#app/delivered/config.ts';
import type { Deployment } from '#contract/host.ts';
import { useStrip } from '../history/use-history.ts';
import { StatusStrip } from '../strips/StatusStrip.tsx';
import { TimeAxis } from '../strips/TimeAxis.tsx';

interface Props {
  readonly deployment: Deployment;
  readonly subject: 'region' | 'node';
  readonly id: string;
  readonly label: string;
}

/** Strip of a region or node since the page opened, with the reason why there is no longer history. */
export default function SessionBesideHistory({ deployment: { slug }, subject, id, label }: Props) {
  const strip = useStrip(slug, { kind: subject, key: id, occurrence: 1 }, '24h');
  return (
    <>
      <div className="mt-1 min-h-[41px] basis-full">
        {strip && (
          <>
            <StatusStrip kind={subject} strip={strip} label={label} height={22} />
            <div className="mt-1">
              <TimeAxis from={Date.parse(strip.answer.from)} to={Date.parse(strip.answer.to)} />
            </div>
          </>
        )}
      </div>
      <p className="caption -mt-2 basis-full text-text-3">
        Seen since this page opened:{' '}
        {keepsHistory ? 'its lists are not recorded.' : 'a longer history needs the host.'}
      </p>
    </>
  );
}
