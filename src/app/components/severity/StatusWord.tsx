import { isOwnWord, remarkOf, type State, wholeLabel } from '#domain/severity/classify.ts';
import { isQuiet, severityName } from '#domain/severity/severity.ts';
import { Verbatim } from '../fields/Verbatim.tsx';
import { useConfirmedSeverity } from '../freshness/freshness-context.tsx';

const mostShown = 2000;

/**
 * Returns the title of a status word: the word as sent if the label differs, or the complete label if the
 * label may be cut.
 */
function titleOf(state: State): string | undefined {
  const { word, label, overridden, severity, against } = state;
  if (against) return wholeLabel(state);
  if (word === null || (word === label && !overridden)) return undefined;
  const sent = word.slice(0, mostShown);
  return overridden ? `${sent}: ${severityName[severity]}, as configured` : sent;
}

/**
 * The label of a state, beside its mark: in quiet text if operational, else coloured. Unknown status words
 * are verbatim.
 */
export function StatusWord({ state, className = '' }: { readonly state: State; readonly className?: string }) {
  const shown = useConfirmedSeverity(state.severity);
  const remark = remarkOf(state);
  const { against } = state;
  const wordClass = `word-of-${shown} ${isQuiet(shown) ? 'text-text-2' : 'font-[560]'}`;
  const label = isOwnWord(state) ? <Verbatim>{state.label}</Verbatim> : state.label;
  return (
    <span className={`${against ? '' : wordClass} ${className}`} title={titleOf(state)}>
      {against ? (
        <>
          <span className="text-text-2">{label}, </span>
          <span className={wordClass}>{against.reason}</span>
        </>
      ) : (
        label
      )}
      {remark !== null && <span className="font-normal text-text-3"> {remark}</span>}
    </span>
  );
}
