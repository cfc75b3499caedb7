import { useDensity } from '../../settings.ts';
import { usePhone } from '../../ui/use-phone.ts';

/** Height of a table row, pixels (visual language, part 4); taller on a phone, where fingers point. */
export function useRowHeight(): number {
  const [value] = useDensity();
  const phone = usePhone();
  if (phone) return 44;
  return value === 'compact' ? 27 : 32;
}
