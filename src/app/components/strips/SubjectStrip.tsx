import { componentKey } from '#app/components/history/history.ts';
import { useRange } from '#app/components/history/range.ts';
import { useStrip } from '#app/components/history/use-history.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import { goodShare } from '#domain/history/spans/shares.ts';
import { formatHundredths } from '#domain/history/strips/recorded-strip.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { noValue } from '#domain/text/format.ts';
import { StatusStrip, StripPlace } from './StatusStrip.tsx';

export interface StripProps {
  readonly slug: string;
  /** Id of a component (domain/verdict/verdict.ts); absent for the strip of the whole deployment. */
  readonly component?: string;
  readonly label: string;
  readonly height: number;
  readonly present?: Severity;
}

/**
 * The strip of a deployment or component over the page's time range. If the host knows it, the share of time
 * in a good state is beside the strip.
 */
export default function SubjectStrip({ slug, component, label, height, present }: StripProps) {
  const [range] = useRange();
  const kind = component === undefined ? 'deployment' : 'component';
  const named = component === undefined ? { key: presentSlug(slug), occurrence: 1 } : componentKey(component);
  const strip = useStrip(slug, { kind, ...named }, range);
  if (!strip) return <StripPlace height={height} />;
  const share = goodShare(strip.entry);
  return (
    <div className="relative">
      {!strip.isOfSession && (
        // On a tile of the component grid, the share is in the line of the status word.
        <span className={`strip-share ${share === 10_000 ? 'text-text-3' : 'font-[560] text-text'}`}>
          {share === null ? noValue : formatHundredths(share)}
        </span>
      )}
      <StatusStrip kind={kind} strip={strip} label={label} height={height} present={present} />
    </div>
  );
}
