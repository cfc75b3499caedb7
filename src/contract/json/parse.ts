/**
 * Parses JSON without rounding integers. It uses `JSON.parse` alone unless the text has numbers that
 * `JSON.parse` would change.
 */

/** A JSON number that is not an exact integer (`1.5`, `1e400`), with its digits as sent. */
export class NumberLiteral {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Maximum levels of nesting in a response. Documented responses have 5. */
export const depthLimit = 64;

/**
 * Finds a number with a fraction or an exponent. It matches a digit and `.`, `e` or `E`, then looks back for
 * the start of the number. This order is fast, because few digits stand before these characters.
 */
const fractionOrExponent = /\d[.eE](?<=(?:^|[:,[\s])-?\d+.)/;

/** Minimum number of digits of an integer that may be beyond 2^53. */
const longDigits = 16;

/**
 * An integer that is read exactly. A longer one is greater than any double: it becomes a {@link
 * NumberLiteral} and does not count.
 */
const exactInteger = /^-?\d{1,300}$/;

/**
 * Parses JSON text. Integers beyond 2^53 become `bigint`; numbers with a fraction or an exponent become
 * {@link NumberLiteral}; other values are those of `JSON.parse`.
 * @throws SyntaxError of the engine if the text is not one JSON document; flaw.ts has our own messages.
 */
export function parseJson(text: string): unknown {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const rounded: unknown = JSON.parse(plain);
  if (!holdsLongInteger(plain) && !fractionOrExponent.test(plain)) return rounded;
  return restoreNumbers(rounded, JSON.parse(quoteDelicateNumbers(plain)));
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

/**
 * Whether the text has a run of at least 16 digits. Tests every 16th character only: such a run contains at
 * least one of them.
 */
function holdsLongInteger(text: string): boolean {
  for (let index = longDigits - 1; index < text.length; index += longDigits) {
    if (!isDigit(text, index)) continue;
    let first = index;
    let last = index;
    while (isDigit(text, first - 1)) first -= 1;
    while (isDigit(text, last + 1)) last += 1;
    if (last - first + 1 >= longDigits) return true;
  }
  return false;
}

function quoteDelicateNumbers(text: string): string {
  const token = /"|-?\d[\d.eE+-]*/g;
  let quoted = '';
  let copied = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const literal = match[0];
    if (literal === '"') token.lastIndex = endOfString(text, match.index);
    else if (literal.length >= longDigits || /[.eE]/.test(literal)) {
      quoted += `${text.slice(copied, match.index)}"${literal}"`;
      copied = token.lastIndex;
    }
  }
  return quoted + text.slice(copied);
}

/**
 * Finds the index after a string's closing quote. Uses `indexOf`, because a regular expression overflows its
 * stack on a long string.
 */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function restoreNumbers(root: unknown, quotedRoot: unknown): unknown {
  if (typeof root === 'number' && typeof quotedRoot === 'string') return exactNumber(quotedRoot);
  const pending: [unknown, unknown][] = [[root, quotedRoot]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [container, twin] = pair;
    if (!isContainer(container) || !isContainer(twin)) continue;
    for (const key of Object.keys(container)) {
      // `Reflect` reads and writes a member named `__proto__` as an own property.
      const member: unknown = Reflect.get(container, key);
      const quoted: unknown = Reflect.get(twin, key);
      if (typeof member === 'object') pending.push([member, quoted]);
      else if (typeof member === 'number' && typeof quoted === 'string')
        Reflect.set(container, key, exactNumber(quoted));
    }
  }
  return root;
}

function exactNumber(literal: string): number | bigint | NumberLiteral {
  if (!exactInteger.test(literal)) return new NumberLiteral(literal);
  const number = Number(literal);
  return Number.isSafeInteger(number) ? number : BigInt(literal);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a parsed value is a JSON object. `null`, arrays and {@link NumberLiteral} are not. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value) && !(value instanceof NumberLiteral);
}

/**
 * Whether a parsed value is nested deeper than {@link depthLimit}. Walks it level by level: recursion could
 * overflow the stack.
 */
export function isTooDeep(root: unknown): boolean {
  let level: object[] = isContainer(root) ? [root] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === depthLimit) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}
