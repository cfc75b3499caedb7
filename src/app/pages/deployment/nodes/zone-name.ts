/** The name of a zone on screen; `null` holds codes that no region list gives a zone. */
export function zoneName(zone: string | null): string {
  return zone ?? 'no zone known';
}
