/** Returns round integers that label a value axis: from zero to the first value at or above `largest`. */
export function axisSteps(largest: number): readonly number[] {
  if (!Number.isFinite(largest) || largest <= 0) return [0];
  const rough = largest / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.ceil(power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10));
  const count = Math.ceil(largest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
