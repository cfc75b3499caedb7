export function decadeFigure(decade: number, format: (value: number) => string): string {
  return format(10 ** decade).replace('.00', '');
}
