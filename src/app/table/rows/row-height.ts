import { usePhone } from '#app/ui/use-phone.ts';
import { type Density, useDensity } from '#app/url/settings.ts';

/** Height of a table row, pixels; taller on a phone, for touch. */
export function useRowHeight(density: Density | null): number {
  const [own] = useDensity();
  const value = density ?? own;
  const phone = usePhone();
  if (phone) return 44;
  return value === 'compact' ? 27 : 32;
}
