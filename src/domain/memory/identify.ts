/** Gives names that repeat an occurrence, so that each entry keeps an identity of its own. */
export function identify<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly { id: string; item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return { id: occurrence === 1 ? name : `${name}\u0000${occurrence}`, item };
  });
}
