import { useRef } from 'react';
import { Link } from 'react-router';
import { useWidth } from '#app/ui/use-width.ts';
import { paths } from '#app/url/paths.ts';
import { plural } from '#domain/text/format.ts';
import { labelsOf, peersOf, type Stack, type Strip } from './capacity-strip.ts';

/**
 * Pixels above the dots, for the mark of the page's node. `mostTall` is the maximum height of the dots,
 * `below` the height of the labels.
 */
const above = 20;
const mostTall = 98;
const below = 22;
const side = 16;
const letter = 6.2;
const ownName = 'this node';
const step = 7;
const radius = 2.9;
/**
 * Minimum width of the strip in pixels for stacks of several columns of dots. On a narrower strip, stacks
 * have one column, because capacities are close together.
 */
const wideEnough = 600;
const mostAcross = 4;

/** Strip of nodes, one dot each, stacked by capacity on an axis from zero. The page's node is on top. */
export function DotStrip({
  strip,
  own,
  region,
  slug,
}: {
  readonly strip: Strip;
  readonly own: string | null;
  readonly region: string | null;
  readonly slug: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const at = (value: number) =>
    side + (strip.most > 0 ? value / strip.most : 0) * Math.max(0, width - 2 * side);
  const tallest = Math.max(1, ...strip.stacks.map((stack) => stack.nodes));
  const across = width < wideEnough ? 1 : Math.min(mostAcross, Math.ceil((tallest * step) / mostTall));
  const tall = Math.min(mostTall, Math.ceil(tallest / across) * step);
  const foot = above + tall;
  const labels = labelsOf(strip.stacks, at, own, { letter, width });
  return (
    <div ref={box} translate="no" style={{ height: foot + below }}>
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${foot + below}`}
          width={width}
          height={foot + below}
          role="group"
          aria-label={`${peersOf(region)} by advertised capacity`}
          className="fits-paper block overflow-visible"
        >
          <path d={`M${side} ${foot + 0.5}H${width - side}`} stroke="var(--line-strong)" />
          {strip.stacks.map((stack) => (
            <Link
              key={stack.sent}
              to={paths.nodes(slug, { ...(region !== null && { region }), capacity: stack.sent })}
              aria-label={`${plural(stack.nodes, 'node')} of ${stack.sent}${stack.sent === own ? ', this one among them' : ''}`}
            >
              <Dots
                stack={stack}
                own={stack.sent === own}
                x={at(stack.value)}
                foot={foot}
                across={across}
                tall={(tall * Math.ceil(stack.nodes / across)) / Math.ceil(tallest / across)}
                nameAt={middleOfText(at(stack.value), ownName.length * letter, width)}
              />
            </Link>
          ))}
          {labels.map(({ sent, text, x }) => (
            <text
              key={sent}
              data-verbatim=""
              x={x}
              y={foot + 15}
              textAnchor="middle"
              fontSize={11}
              fontWeight={sent === own ? 600 : undefined}
              fill={sent === own ? 'var(--text)' : 'var(--text-3)'}
            >
              {text}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
}

/** Returns the centre nearest to `x` at which a text of width `text` fits into `width`; all in pixels. */
function middleOfText(x: number, text: number, width: number): number {
  return Math.max(text / 2, Math.min(x, width - text / 2));
}

/** Stack of dots, `tall` pixels high. If the dots would overlap, a bar replaces them. */
function Dots({
  stack,
  own,
  x,
  foot,
  across,
  tall,
  nameAt,
}: {
  readonly stack: Stack;
  readonly own: boolean;
  readonly x: number;
  readonly foot: number;
  readonly across: number;
  readonly tall: number;
  /**
   * Centre of the label "this node" in pixels. The label is above all stacks, because a neighbouring stack
   * may be taller.
   */
  readonly nameAt: number;
}) {
  const others = stack.nodes - (own ? 1 : 0);
  const rows = Math.ceil(stack.nodes / across);
  const apart = tall / Math.max(1, rows);
  const wide = across * step;
  const top = others === 0 ? foot : foot - Math.ceil(others / across) * apart;
  return (
    <g>
      <rect x={x - 12} y={top - 14} width="24" height={foot - top + 14} fill="transparent" />
      {apart < 2 * radius ? (
        <rect x={x - wide / 2} y={top} width={wide} height={foot - top} fill="var(--data)" />
      ) : (
        Array.from({ length: others }, (_, index) => (
          <circle
            key={index}
            cx={x + ((index % across) + 0.5) * step - wide / 2}
            cy={foot - (Math.floor(index / across) + 0.5) * apart}
            r={radius}
            fill="var(--data)"
          />
        ))
      )}
      {own && (
        <>
          <path d={`M${x} ${top - 6}V13`} stroke="var(--text-3)" />
          <circle cx={x} cy={top - 6} r="4.6" fill="var(--text)" />
          <text x={nameAt} y="9" textAnchor="middle" fontSize={11} fontWeight={600} fill="var(--text)">
            {ownName}
          </text>
        </>
      )}
    </g>
  );
}
