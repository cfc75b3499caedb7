/** What bands say: their words, since when, and how much room that takes. */

import type { Deployment } from '../../../contract/host.ts';
import type { Answer } from '../../../domain/answer.ts';
import { formatClock, formatDuration, formatExact } from '../../../domain/format.ts';
import { vouchedAt } from '../../../domain/freshness.ts';
import { isOwnWord, remarkOf, type State } from '../../../domain/severity.ts';
import type { BandText } from '../../../domain/wall/band-layout.ts';
import { type Band, formOf } from '../../../domain/wall/bands.ts';
import { useTimed } from '../../clock.ts';
import { measureText } from '../../map/measure-text.ts';
import { useMissing } from '../../roster/store.ts';
import { useSession } from '../../session/store.ts';
import { sinceOf } from '../since.ts';

export interface ToldBand {
  readonly id: string;
  readonly band: Band;
  readonly state: State;
  readonly name: string;
  /** The name is as the deployment sent it. */
  readonly isSent: boolean;
  /** In place of the word of its state. */
  readonly words: string | null;
  /** Names below its own. */
  readonly names: readonly string[];
  /** Empty where nobody knows. */
  readonly time: string;
  readonly since: string;
}

interface Span {
  readonly from: number;
  readonly before: boolean;
  /** What the moment is called. */
  readonly called?: string;
}

function wordsOf(band: Band): Pick<ToldBand, 'id' | 'name' | 'isSent' | 'words' | 'names'> {
  switch (band.kind) {
    case 'document':
      return {
        id: '',
        name: band.state.label,
        isSent: isOwnWord(band.state),
        words: 'says the status document',
        names: [],
      };
    case 'component': {
      const { id, name } = band.component;
      const words = band.state.severity === 'vanished' ? 'No longer listed' : null;
      return { id: `component ${id}`, name, isSent: true, words, names: [] };
    }
    case 'gone': {
      const name = `${formatExact(band.components.length)} no longer listed`;
      const names = band.components.map((component) => component.name);
      return { id: 'gone', name, isSent: false, words: null, names };
    }
  }
}

/**
 * The bands with since when each has been so, as this screen saw it. What nobody vouches for any more has its age instead.
 *
 * @param old - the answer that they rest on, where it is out of date.
 */
export function useToldBands(
  { slug }: Deployment,
  bands: readonly Band[],
  zone: string,
  old: Answer<unknown> | null,
): readonly ToldBand[] {
  const { components, overall } = useSession(slug);
  const missing = useMissing(slug, 'component');
  const lastListed = (ids: readonly string[]): Span | null => {
    const times = missing.filter(({ id }) => ids.includes(id)).map(({ lastSeen }) => lastSeen);
    return times.length === 0 ? null : { from: Math.max(...times), before: false, called: 'last listed' };
  };
  const spanOf = (band: Band): Span | null => {
    if (old) return { from: vouchedAt(old), before: false, called: 'last vouched' };
    if (band.kind === 'gone') return lastListed(band.components.map(({ id }) => id));
    if (band.kind === 'document') return sinceOf(overall);
    if (band.state.severity === 'vanished') return lastListed([band.component.id]);
    return sinceOf(components.get(band.component.id)?.runs ?? []);
  };
  const spans = bands.map(spanOf);
  const durations = useTimed((now) =>
    spans.map((span) => (span ? formatDuration(now - span.from) : '')).join('\n'),
  ).split('\n');
  return bands.map((band, index) => {
    const span = spans[index];
    const called = span?.called ?? (span?.before ? 'seen since' : 'since');
    return {
      ...wordsOf(band),
      band,
      state: band.state,
      time: span ? `${durations[index]}${old ? ' old' : ''}` : '',
      since: span ? `${called} ${formatClock(span.from, zone)}` : '',
    };
  });
}

/** Of letters as the style sheet narrows them for a name, a word and a line, against those of `measureText`. */
const narrowed = { name: 0.9, word: 0.99, line: 0.95 } as const;
const measured = 100;

function widthOf(text: string, kind: keyof typeof narrowed): number {
  return (measureText(text, 'city', measured) / measured) * narrowed[kind];
}

/** Of a line of names, set in 1 unit. */
export function widthOfLine(text: string): number {
  return widthOf(text, 'line');
}

/** Room for each, so that a name does not change its size from one minute to the next. */
const usualTime = '00\u00a0min';

export function bandTextOf({ band, name, state, words, time, since }: ToldBand): BandText {
  const remark = remarkOf(state);
  const usual = time.endsWith(' old') ? `${usualTime} old` : usualTime;
  return {
    form: formOf(band),
    name: widthOf(name, 'name'),
    time: time === '' ? 0 : Math.max(widthOf(time, 'name'), widthOf(usual, 'name')),
    word: widthOf(`${words ?? state.label}${remark === null ? '' : ` ${remark}`}`, 'word'),
    since: since === '' ? 0 : widthOfLine(since),
  };
}
