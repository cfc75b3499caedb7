import type { CSSProperties } from 'react';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { ContradictionSign } from '#app/components/severity/ContradictionSign.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import type { Severity } from '#domain/severity/severity.ts';
import { formatExact, joinWords } from '#domain/text/format.ts';
import { hasSince, innerUnits, markUnits } from '#domain/wall/band-layout.ts';
import type { BandForm } from '#domain/wall/bands.ts';
import { roles } from '#domain/wall/geometry.ts';
import { namesInLine } from '#domain/wall/names.ts';
import { isNarrow, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { type ShownBand, widthOfLine } from './shown-bands.ts';

function groundOf(severity: Severity): string {
  if (severity === 'critical' || severity === 'partial' || severity === 'degraded' || severity === 'notice')
    return severity;
  return 'none';
}

function glyphUnitsOf(form: BandForm | 'lead', name: number, room: SceneProps['room']): number {
  if (isNarrow(room)) return 48;
  if (form === 'lead') return Math.min(140, 0.72 * name);
  return form === 'slim' ? markUnits.slim : markUnits.full;
}

interface ProblemBandProps extends Pick<SceneProps, 'unit' | 'room'> {
  readonly band: ShownBand;
  readonly form: BandForm | 'lead';
  /** Height of the band in wall units (scaled pixels). */
  readonly height: number;
  readonly nameUnits: number;
  /** Whether the band touches the left and the right edge of the screen. */
  readonly sides?: readonly [boolean, boolean];
}

/**
 * Horizontal band that shows a problem with its state and start time. Its background shows the severity
 * unless the state is unconfirmed.
 */
export function ProblemBand({
  band: shown,
  unit,
  room,
  form,
  height,
  nameUnits,
  sides = [true, true],
}: ProblemBandProps) {
  const { band, state, name, time, since, times } = shown;
  const [left, right] = sides.map((isEdge) => unit * (isEdge ? room.side : innerUnits));
  const most = Math.max(roles.component, (isNarrow(room) ? height - 64 : height) / 1.05);
  const size = Math.min(nameUnits, most);
  const style = {
    height: unit * height,
    paddingLeft: left,
    paddingRight: right,
    '--band': size,
    '--edge': sides[0] ? 0.6 * room.side : 0.6 * innerUnits,
  } as CSSProperties;
  const shownName = <Sentence clauses={name} />;
  const isOfComponents = band.kind === 'component' || band.kind === 'gone';
  // A name alone in its row shrinks individually; otherwise all names have one size.
  const isAlone = form === 'lead' || form === 'claim' || isNarrow(room);
  const hasTime = time !== '' && room.width >= 480;
  // In a single line, and beside a sentence, the start time needs a wide screen.
  const isTight = (form === 'slim' || form === 'claim') && !hasSince(room);
  const hasMoment = since !== '' && room.width >= 480 && !isTight;
  return (
    <div
      role={isOfComponents ? 'listitem' : undefined}
      data-band={groundOf(state.severity)}
      data-form={form}
      className="wall-band"
      style={style}
    >
      {band.kind === 'claim' ? (
        <ContradictionSign size={unit * glyphUnitsOf(form, nameUnits, room)} />
      ) : (
        <StatusGlyph severity={state.severity} size={unit * glyphUnitsOf(form, nameUnits, room)} tight />
      )}
      <div className="wall-band-lines">
        <div className="wall-band-line">
          {isAlone ? (
            <Fit className="wall-band-name" least={Math.max(0.5, roles.component / size)}>
              {shownName}
            </Fit>
          ) : (
            <div className="wall-line wall-band-name">{shownName}</div>
          )}
          {hasTime && <div className="wall-band-time">{time}</div>}
        </div>
        <div className="wall-band-line">
          <Below band={shown} form={form} room={room} glyphUnits={glyphUnitsOf(form, nameUnits, room)} />
          {hasMoment && (
            <div className="wall-band-since" {...times}>
              {since}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

const namesUnits = 38;
const sinceUnits = { list: 32, lead: 40 } as const;

function Below({
  band: { band, state, words, names, details, since, known },
  form,
  room,
  glyphUnits,
}: Pick<ProblemBandProps, 'band' | 'form' | 'room'> & { readonly glyphUnits: number }) {
  if (band.kind === 'claim')
    return (
      <p className={form === 'claim' ? 'wall-band-names line-clamp-2' : 'sr-only'}>
        <Sentence clauses={details} />
      </p>
    );
  if (known)
    return (
      <p className="wall-line wall-band-word wall-band-noted">
        {words ? <Sentence clauses={words} /> : <StatusWord state={state} className="wall-band-state" />}
        <span className="wall-known">
          , known: <Verbatim>{known}</Verbatim>
        </span>
      </p>
    );
  if (names.length === 0)
    return (
      <Fit className="wall-band-word" least={0.8}>
        {words ? <Sentence clauses={words} /> : <StatusWord state={state} className="wall-band-state" />}
      </Fit>
    );
  if (form === 'slim') return <span className="sr-only">{joinWords(names)}</span>;
  const edges = 2 * room.side + glyphUnits + 3 * markUnits.gap;
  const beside = edges + sinceUnits[form === 'lead' ? 'lead' : 'list'] * widthOfLine(since);
  const { shown, more } = namesInLine(names, (room.width - beside) / namesUnits, (text) => widthOfLine(text));
  return (
    <p className="wall-band-names wall-line">
      {shown.map((each, index) => (
        // Names may repeat.
        <span key={index}>
          {index > 0 && ', '}
          <Verbatim>{each}</Verbatim>
        </span>
      ))}
      {more > 0 && ` and ${formatExact(more)} more`}
    </p>
  );
}
