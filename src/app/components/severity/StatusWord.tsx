import { isOwnWord, remarkOf, type State, wholeLabel } from '#domain/severity/classify.ts';
import { isQuiet, severityName } from '#domain/severity/severity.ts';
import { Verbatim } from '../records/Verbatim.tsx';
import { useVouched } from '../vouching/vouching.tsx';

/** Characters of a word that a title holds. */
const mostShown = 2000;

/** What was sent if that is not what is shown; the whole words if what stands against them may be cut. */
function titleOf(state: State): string | undefined {
  const { word, label, overridden, severity, against } = state;
  if (against) return wholeLabel(state);
  if (word === null || (word === label && !overridden)) return undefined;
  const sent = word.slice(0, mostShown);
  return overridden ? `${sent}: ${severityName[severity]}, as configured` : sent;
}

/** The word of a state beside its mark: quiet if operational, else coloured. Unknown words are verbatim. */
export function StatusWord({ state, className = '' }: { readonly state: State; readonly className?: string }) {
  const shown = useVouched(state.severity);
  const remark = remarkOf(state);
  const { against } = state;
  const look = `word-of-${shown} ${isQuiet(shown) ? 'text-text-2' : 'font-[560]'}`;
  const label = isOwnWord(state) ? <Verbatim>{state.label}</Verbatim> : state.label;
  return (
    <span className={`${against ? '' : look} ${className}`} title={titleOf(state)}>
      {against ? (
        <>
          <span className="text-text-2">{label}, </span>
          <span className={look}>{against.reason}</span>
        </>
      ) : (
        label
      )}
      {remark !== null && <span className="font-normal text-text-3"> {remark}</span>}
    </span>
  );
}
