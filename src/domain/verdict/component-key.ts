/**
 * Returns the id of a component as text for labels and keys. If components share a name, the id also holds
 * their occurrence.
 */
export function componentKey(id: string): string {
  return id.replace('\u0000', ' #');
}
