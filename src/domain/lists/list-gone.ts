/** Rows that were held elsewhere and no longer are: another listing has them, or will. */
export class ListGone extends Error {
  override readonly name: string = 'ListGone';
}
