/** Formats results as aligned tables, and judges values by their goals. */

interface Table {
  readonly title: string;
  /** Headings of the columns. The first column contains text, the others contain figures. */
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes?: readonly string[];
}

/**
 * Formats a figure with a constant number of decimals. Returns "–" for a figure that could not be measured.
 */
export function figure(value: number | null, decimals = 0): string {
  if (value === null || !Number.isFinite(value)) return '–';
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

export function judge(value: number, bound: 'at most' | 'at least', limit: number): string {
  const met = bound === 'at most' ? value <= limit : value >= limit;
  return met ? 'met' : 'missed';
}

export interface Limits {
  readonly goal: number;
  readonly gate: number;
}

/** Compares a figure with its limits. Smaller figures are better. */
export function grade(value: number, { goal, gate }: Limits): 'met' | 'gate met' | 'missed' {
  if (value <= goal) return 'met';
  return value <= gate ? 'gate met' : 'missed';
}

export function drawTable({ title, headings, rows, notes = [] }: Table): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? '';
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [title, '', line(headings), rule, ...rows.map(line), ...notes.map((note) => `  ${note}`)].join('\n');
}
