/** The id of a component as text for labels and keys: components may share a name, and the id then holds their order. */
export function componentKey(id: string): string {
  return id.replace('\u0000', ' #');
}
