import { usePhone } from '#app/ui/use-phone.ts';
import { type Density, useDensity } from '#app/url/settings.ts';

/** Returns the height of a table row, pixels. On a phone rows are higher, for touch. */
export function useRowHeight(density: Density | null): number {
  const [own] = useDensity();
  const value = density ?? own;
  const phone = usePhone();
  if (phone) return 44;
  return value === 'compact' ? 27 : 32;
}
