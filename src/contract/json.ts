/** JSON that never rounds an integer: plain `JSON.parse` unless the text holds numbers it would change. */

/** A number sent with a fraction or an exponent where its digits matter, kept as sent. */
export class NumberLiteral {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** A number value of 16 or more digits, or with a fraction or an exponent. Timestamps inside strings do not match. */
const suspicious =
  /[:,[]\s*-?(?:\d{16,}|\d+(?=[.eE])(?:\.\d+)?(?:[eE][+-]?\d+)?|0(?=\s*[,\]}])(?<=-0))\s*[,\]}]/;

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

const exactInteger = /^-?\d+$/;

/** Nesting beyond this is no answer of this API (its own depth is 5). */
export const depthLimit = 64;

/**
 * Parses JSON text. Integer literals of 16 or more digits become `bigint`; literals with a
 * fraction, an exponent or a negative zero become {@link NumberLiteral}; the rest is `JSON.parse`.
 *
 * @throws SyntaxError where the text is not one JSON document, RangeError past 64 levels of nesting.
 */
export function parseJson(text: string): unknown {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (!suspicious.test(plain)) return checkDepth(JSON.parse(plain));
  // Validity first: the marked text below must fail or succeed exactly as the original does.
  checkDepth(JSON.parse(plain));
  let marker = '\u0001number:';
  while (plain.includes(marker) || plain.includes(JSON.stringify(marker).slice(1, -1))) marker += ':';
  const quotedMarker = JSON.stringify(marker).slice(1, -1);
  const marked = plain.replace(token, (match) => {
    if (match.startsWith('"')) return match;
    return needsCare(match) ? `"${quotedMarker}${match}"` : match;
  });
  return restore(JSON.parse(marked), marker);
}

function needsCare(literal: string): boolean {
  return literal === '-0' || /[.eE]/.test(literal) || literal.length >= 16;
}

function restoreScalar(value: unknown, marker: string): unknown {
  if (typeof value !== 'string' || !value.startsWith(marker)) return value;
  const source = value.slice(marker.length);
  if (source === '-0' || !exactInteger.test(source)) return new NumberLiteral(source);
  const number = Number(source);
  return Number.isSafeInteger(number) ? number : BigInt(source);
}

function restore(root: unknown, marker: string): unknown {
  const pending: unknown[] = [root];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    if (Array.isArray(container)) {
      for (const [index, member] of container.entries()) {
        container[index] = restoreScalar(member, marker);
        if (isContainer(member)) pending.push(member);
      }
    } else if (isPlainObject(container)) {
      for (const key of Object.keys(container)) {
        const member = container[key];
        if (isContainer(member)) pending.push(member);
        // defineProperty: assigning to a member named __proto__ would change the prototype instead.
        else if (typeof member === 'string')
          Object.defineProperty(container, key, { value: restoreScalar(member, marker) });
      }
    }
  }
  return restoreScalar(root, marker);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a parsed value is a JSON object: not null, not an array, not a number kept as sent. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value) && !(value instanceof NumberLiteral);
}

/** Walks level by level, so that depth costs no stack. Rows of scalars cost one look at each member. */
function checkDepth(root: unknown): unknown {
  let level: unknown[] = isContainer(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > depthLimit) throw new RangeError(`nested deeper than ${depthLimit} levels`);
    const next: unknown[] = [];
    for (const container of level) {
      if (Array.isArray(container)) {
        for (const member of container) if (isContainer(member)) next.push(member);
      } else if (isPlainObject(container)) {
        for (const key in container) {
          const member = container[key];
          if (isContainer(member)) next.push(member);
        }
      }
    }
    level = next;
  }
  return root;
}
