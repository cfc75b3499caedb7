/**
 * Removes all slashes at the end of an address. A loop, because a regular expression takes quadratic time on
 * a long row of slashes.
 */
export function withoutEndSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
