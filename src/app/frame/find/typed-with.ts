/**
 * Returns the text after a key press; `null` if the key closes the Find dialog, `undefined` if it types
 * nothing.
 */
export function typedWith(
  typed: string,
  {
    key,
    ctrlKey,
    metaKey,
    altKey,
    isComposing,
  }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>,
): string | null | undefined {
  if (key === 'Escape') return null;
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  if (key === 'Backspace') return typed.slice(0, -1);
  return key.length === 1 ? typed + key : undefined;
}
