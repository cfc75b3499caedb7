/**
 * Whether a path below `/history` is that of a handover, of one deployment or of all.
 * @param path - as in `Question`
 */
export function isHandover(path: string): boolean {
  return /^(?:\/[^/]+)?\/handover$/.test(path);
}
