/**
 * Thrown if a list's rows in the worker were dropped, or if the worker died. The list is requested again or
 * was replaced.
 */
export class ListGone extends Error {
  override readonly name: string = 'ListGone';
}
