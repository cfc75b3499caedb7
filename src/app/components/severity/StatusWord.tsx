import { isOwnWord, remarkOf, type State } from '#domain/severity/classify.ts';
import { isQuiet, severityName } from '#domain/severity/severity.ts';
import { Verbatim } from '../records/Verbatim.tsx';
import { useVouched } from '../vouching/vouching.tsx';

/** Characters of a word that a title holds. */
const mostShown = 2000;

/** What was sent, where it is not what is shown. */
function titleOf({ word, label, overridden, severity }: State): string | undefined {
  if (word === null || (word === label && !overridden)) return undefined;
  const sent = word.slice(0, mostShown);
  return overridden ? `${sent}: ${severityName[severity]}, as configured` : sent;
}

/** The word of a state beside its mark: quiet when operational, coloured otherwise, verbatim where nobody knows it. */
export function StatusWord({ state, className = '' }: { readonly state: State; readonly className?: string }) {
  const shown = useVouched(state.severity);
  const remark = remarkOf(state);
  return (
    <span
      className={`word-of-${shown} ${isQuiet(shown) ? 'text-text-2' : 'font-[560]'} ${className}`}
      title={titleOf(state)}
    >
      {isOwnWord(state) ? <Verbatim>{state.label}</Verbatim> : state.label}
      {remark !== null && <span className="font-normal text-text-3"> {remark}</span>}
    </span>
  );
}
