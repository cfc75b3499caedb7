/** A power of ten in the words of its axis. */
export function decadeFigure(decade: number, format: (value: number) => string): string {
  return format(10 ** decade).replace('.00', '');
}
