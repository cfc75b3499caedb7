import { isOwnWord, type State } from '../../domain/severity.ts';
import { Verbatim } from './Verbatim.tsx';
import { useVouched } from './vouching.tsx';

/** The word of a state beside its mark: quiet when operational, coloured otherwise, verbatim where nobody knows it. */
export function StatusWord({ state, className = '' }: { readonly state: State; readonly className?: string }) {
  const shown = useVouched(state.severity);
  const quiet = shown === 'ok' || shown === 'assumed' || shown === 'unvouched';
  return (
    <span
      className={`word-of-${shown} ${quiet ? 'text-text-2' : 'font-[560]'} ${className}`}
      title={state.word !== null && state.word !== state.label ? state.word : undefined}
    >
      {isOwnWord(state) ? <Verbatim>{state.label}</Verbatim> : state.label}
      {state.likelyProblem && <span className="font-normal text-text-3"> likely problem</span>}
    </span>
  );
}
