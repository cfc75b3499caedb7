import { type Clause, plain, stateClause } from '#domain/sentences/clause.ts';
import { isGood, isProblem } from '#domain/severity/severity.ts';
import { formatExact, formatTime, joinWords, plural } from '#domain/text/format.ts';
import { countedParts } from '../inventory-part.ts';
import { describeCounts, type Verdict } from '../verdict.ts';
import { beOf, shareOf } from './phrases.ts';

const maximumNames = 5;

function exceptions({ exceptions: all, counts }: Verdict): readonly Clause[] {
  if (all.length === 0) return [];
  const problems = all.filter(({ state }) => !isGood(state.severity));
  // If there are problems, components that are only assumed good are left out.
  const listed = problems.length > 0 ? problems : all;
  const shown = listed.slice(0, maximumNames);
  const hidden = listed.length - shown.length;
  const more = hidden > 0 ? ` and ${formatExact(hidden)} more` : '';
  const [first] = listed;
  // If all components have the same state, it is stated once.
  const common = listed.length > 1 && first && listed.every(({ state }) => state.label === first.state.label);
  const phrases = shown.flatMap(({ name, state }, index) => [
    ...(index > 0 ? [plain(common && hidden === 0 && index === shown.length - 1 ? ' and ' : ', ')] : []),
    { text: name, strong: true, sent: true },
    ...(common ? [] : [plain(' '), stateClause(state)]),
  ]);
  if (common) return [...phrases, plain(`${more} `), stateClause(first.state), plain('. ')];
  const inAll = all.length > shown.length ? ` (in all ${describeCounts(counts)})` : '';
  return [...phrases, plain(`${more}${inAll}. `)];
}

function joinPhrases(phrases: readonly (readonly Clause[])[]): readonly Clause[] {
  return phrases.flatMap((phrase, index) => {
    const isLast = index === phrases.length - 1;
    return index === 0 ? phrase : [plain(isLast ? ' and ' : ', '), ...phrase];
  });
}

/**
 * Describes the regions and nodes that are not good: "2 of 60 regions and 41 of 889 nodes are not
 * operational". Uses fresh lists only.
 */
function notOperational({ inventory }: Verdict): readonly Clause[] {
  const parts = countedParts(inventory).filter(
    ({ freshness, notGood }) => freshness === 'fresh' && notGood > 0,
  );
  if (parts.length === 0) return [];
  const isOne = parts.length === 1 && parts[0]?.notGood === 1;
  return [...joinPhrases(parts.map((part) => shareOf(part))), plain(` ${beOf(isOne, false)} not operational`)];
}

/**
 * Returns the lists that are out of date, by whether they were bad or good when last read. Lists read in the
 * same minute are grouped.
 */
function outOfDate({ inventory }: Verdict) {
  const stale = countedParts(inventory).flatMap((part) =>
    part.readAt === null || part.freshness === 'fresh' ? [] : [{ part, at: formatTime(part.readAt) }],
  );
  const together = (lists: typeof stale) =>
    lists.every(({ at }) => at === lists[0]?.at) && lists.length > 0 ? [lists] : lists.map((each) => [each]);
  return {
    bad: together(stale.filter(({ part }) => isProblem(part.asRead))),
    good: together(stale.filter(({ part }) => !isProblem(part.asRead) && part.freshness === 'lost')),
  };
}

/**
 * Returns sentences about lists that are not up to date: last read as bad, last read as good, or never read.
 */
export function notRead(verdict: Verdict): readonly (readonly Clause[])[] {
  const { inventory, unread, claim } = verdict;
  const parts = countedParts(inventory);
  const { bad, good } = outOfDate(verdict);
  const old = [
    ...bad.map((lists) => {
      const isOne = lists.length === 1 && lists[0]?.part.notGood === 1;
      return [
        ...joinPhrases(lists.map(({ part }) => shareOf(part))),
        plain(` ${beOf(isOne, true)} not operational at ${lists[0]?.at ?? ''}; not read since`),
      ];
    }),
    ...good.map((lists) => [
      plain(
        `${joinWords(lists.map(({ part }) => `${part.resource}s`))} were last read at ${lists[0]?.at ?? ''}`,
      ),
    ]),
  ];
  const { regions, nodes } = inventory;
  const nodesAt = nodes?.readAt ?? null;
  // If the nodes were bad enough to count in the verdict, a sentence above already reports them.
  const unproven: readonly (readonly Clause[])[] =
    regions && regions.unproven > 0 && nodesAt !== null && !isProblem(nodes?.asRead ?? 'ok')
      ? [
          [
            { text: plural(regions.unproven, 'region'), strong: true },
            plain(` had no good node at ${formatTime(nodesAt)}; nodes were not read since`),
          ],
        ]
      : [];
  // Lists that cannot be read are reported elsewhere. Without a status document, nothing depends on the
  // lists.
  const never = parts
    .filter(({ readAt, resource }) => readAt === null && !unread.includes(`${resource}s`))
    .map(({ resource }) => `${resource}s`);
  return claim === null || never.length === 0
    ? [...old, ...unproven]
    : [...old, ...unproven, [plain(`${joinWords(never)} have not been read yet`)]];
}

export function asSentences(sentences: readonly (readonly Clause[])[]): readonly Clause[] {
  return sentences
    .filter((sentence) => sentence.length > 0)
    .flatMap(([first, ...others], index) => {
      const text = first?.text ?? '';
      const started = { ...first, text: text.charAt(0).toUpperCase() + text.slice(1) };
      return [...(index > 0 ? [plain('. ')] : []), first?.sent ? { ...first, text } : started, ...others];
    });
}

/** Describes the components: "17 of 18 components report operational". */
export function componentCounts({ components, counts, caveat, claim }: Verdict): readonly Clause[] {
  const good = counts.get('ok') ?? 0;
  const configured = components.filter(({ state }) => state.severity === 'ok' && state.overridden).length;
  const isOne = good === 1 || components.length === 1;
  const reports = caveat !== null ? 'reported' : isOne ? 'reports' : 'report';
  if (components.length > 0)
    return [
      { text: `${formatExact(good)} of ${formatExact(components.length)}`, strong: true },
      plain(
        ` ${components.length === 1 ? 'component' : 'components'} ${reports} operational${configured > 0 ? `, ${formatExact(configured)} as configured` : ''}`,
      ),
    ];
  if (!claim) return [];
  return [plain(`The document lists no components${isGood(claim.severity) ? ', so nothing confirms it' : ''}`)];
}

export function partlyUnknown(verdict: Verdict): readonly Clause[] {
  const { bad, good } = outOfDate(verdict);
  const reported = [...bad, ...good].flat().map(({ part }) => `${part.resource}s`);
  const unreported = verdict.unread.filter((name) => !reported.includes(name));
  return unreported.length === 0 ? [] : [plain(`Partly unknown: ${joinWords(unreported)} could not be read`)];
}

/**
 * Writes the sentence under a headline, without its full stop: names and counts of everything that is not
 * operational. If regions or nodes lead the verdict, they come before the status document.
 */
export function evidenceOf(verdict: Verdict): readonly Clause[] {
  const { contradiction, caveat, claim, leads } = verdict;
  const bad = notOperational(verdict);
  const isGoodDocument = claim !== null && isGood(claim.severity) && verdict.exceptions.length === 0;
  const listsLead = leads !== 'document' && bad.length > 0;
  const contradicting =
    listsLead && isGoodDocument
      ? [
          ...bad,
          plain('; the status document '),
          plain(caveat === null ? 'says ' : 'said '),
          { ...stateClause(claim), strong: true },
        ]
      : bad;
  const own = [...exceptions(verdict), ...componentCounts(verdict)];
  const rest = notRead(verdict);
  return asSentences([
    ...(listsLead
      ? [contradicting, ...rest, caveat ?? []]
      : leads === 'document'
        ? [caveat ?? []]
        : [...rest, caveat ?? []]),
    partlyUnknown(verdict),
    ...(listsLead && isGoodDocument ? [] : [own]),
    ...(leads === 'document' ? [bad, ...rest] : []),
    contradiction ?? [],
  ]);
}
