/** Why a headline says what it says, in words: one wording for everybody who writes it. */

import { type Clause, plain, stateClause } from './clause.ts';
import { formatExact, joinWords } from './format.ts';
import { isGood } from './severity.ts';
import { describeCounts, type Verdict } from './verdict.ts';

const named = 5;

function exceptions({ exceptions: all, counts }: Verdict): readonly Clause[] {
  if (all.length === 0) return [];
  const problems = all.filter(({ state }) => !isGood(state.severity));
  // Beside problems nobody is named for being taken for good.
  const listed = problems.length > 0 ? problems : all;
  const phrases = listed.slice(0, named).flatMap(({ name, state }, index) => {
    return [
      ...(index > 0 ? [plain(', ')] : []),
      { text: name, strong: true, sent: true },
      plain(' '),
      stateClause(state),
    ];
  });
  const more = listed.length > named ? ` and ${formatExact(listed.length - named)} more` : '';
  const inAll = all.length > Math.min(listed.length, named) ? ` (in all ${describeCounts(counts)})` : '';
  return [...phrases, plain(`${more}${inAll}. `)];
}

/** The sentence under a headline, without its full stop: what is not operational by name, and how many are. */
export function evidenceOf(verdict: Verdict): readonly Clause[] {
  const { components, contradiction, caveat, counts, claim, unread } = verdict;
  const good = counts.get('ok') ?? 0;
  const configured = components.filter(({ state }) => state.severity === 'ok' && state.overridden).length;
  return [
    ...(caveat ?? []),
    ...(caveat !== null && claim ? [plain('. ')] : []),
    ...(unread.length === 0 ? [] : [plain(`Partly unknown: ${joinWords(unread)} could not be read. `)]),
    ...exceptions(verdict),
    ...(components.length > 0
      ? [
          { text: `${formatExact(good)} of ${formatExact(components.length)}`, strong: true },
          plain(
            ` components ${caveat === null ? 'report operational' : 'reported operational'}${configured > 0 ? `, ${formatExact(configured)} as configured` : ''}`,
          ),
        ]
      : []),
    ...(components.length === 0 && claim
      ? [
          plain(
            `The document lists no components${isGood(claim.severity) ? ', so nothing backs its word' : ''}`,
          ),
        ]
      : []),
    ...(contradiction === null ? [] : [plain('. '), ...contradiction]),
  ];
}
