import { goodShare } from '#domain/history/spans/shares.ts';
import { formatHundredths } from '#domain/history/strips/recorded-strip.ts';
import { noValue } from '#domain/text/format.ts';
import { RecordedStrip } from './RecordedStrip.tsx';
import { componentKey, useRange, useRecordedSubject } from './record.ts';
import { SeenBySession } from './SeenBySession.tsx';
import type { StripProps } from './strip-props.ts';

/** The strip of a deployment or component from the history record. Without one, the session's strip. */
export default function RecordStrip(props: StripProps) {
  const { slug, component, label, height, scale, present, onRead } = props;
  const [range] = useRange();
  const kind = component === undefined ? 'deployment' : 'component';
  const named = component === undefined ? { key: slug, occurrence: 1 } : componentKey(component);
  const subject = useRecordedSubject(slug, { kind, ...named }, range);
  if (!subject) return <SeenBySession {...props} />;
  const share = goodShare(subject.entry);
  return (
    <div className="relative">
      {/* On a tile, in the line of the status word. */}
      <span className={`strip-share ${share === 10_000 ? 'text-text-3' : 'font-[560] text-text'}`}>
        {share === null ? noValue : formatHundredths(share)}
      </span>
      <RecordedStrip
        kind={kind}
        subject={subject}
        label={label}
        height={height}
        present={present}
        {...(scale !== undefined && { scale })}
        {...(onRead && { onRead })}
      />
    </div>
  );
}
