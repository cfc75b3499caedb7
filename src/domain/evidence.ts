/** Why a headline says what it says, in words: one wording for everybody who writes it. */

import { formatExact, joinWords } from './format.ts';
import { inSentence, isGood, isOwnWord } from './severity.ts';
import { describeCounts, type Verdict } from './verdict.ts';

export interface Phrase {
  readonly text: string;
  /** Figures and names carry weight. */
  readonly strong: boolean;
  /** As the deployment sent it. */
  readonly sent: boolean;
}

const named = 5;

const plain = (text: string): Phrase => ({ text, strong: false, sent: false });
const strong = (text: string): Phrase => ({ text, strong: true, sent: false });

function exceptions({ exceptions: all, counts }: Verdict): readonly Phrase[] {
  if (all.length === 0) return [];
  const problems = all.filter(({ state }) => !isGood(state.severity));
  // Beside problems nobody is named for being taken for good.
  const listed = problems.length > 0 ? problems : all;
  const phrases = listed.slice(0, named).flatMap(({ name, state }, index) => {
    return [
      ...(index > 0 ? [plain(', ')] : []),
      { text: name, strong: true, sent: true },
      plain(' '),
      { text: inSentence(state), strong: false, sent: isOwnWord(state) },
    ];
  });
  const more = listed.length > named ? ` and ${formatExact(listed.length - named)} more` : '';
  const inAll = all.length > Math.min(listed.length, named) ? ` (in all ${describeCounts(counts)})` : '';
  return [...phrases, plain(`${more}${inAll}. `)];
}

/** The sentence under a headline, without its full stop: what is not operational by name, and how many are. */
export function evidenceOf(verdict: Verdict): readonly Phrase[] {
  const { components, contradiction, caveat, counts, claim, unread } = verdict;
  const good = counts.get('ok') ?? 0;
  const configured = components.filter(({ state }) => state.severity === 'ok' && state.overridden).length;
  return [
    ...(caveat === null
      ? []
      : [plain(components.length > 0 || claim ? `${caveat} ` : caveat.replace(/\.$/, ''))]),
    ...(unread.length === 0 ? [] : [plain(`Partly unknown: ${joinWords(unread)} could not be read. `)]),
    ...exceptions(verdict),
    ...(components.length > 0
      ? [
          strong(`${formatExact(good)} of ${formatExact(components.length)}`),
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
    ...(contradiction === null ? [] : [plain(`. ${contradiction.replace(/\.$/, '')}`)]),
  ];
}
