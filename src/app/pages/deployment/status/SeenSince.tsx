import { formatClock, formatDuration } from '../../../../domain/format.ts';
import type { Severity } from '../../../../domain/severity.ts';
import { useTimed } from '../../../clock.ts';
import { useSession } from '../../../session/store.ts';
import { sinceOf } from '../../../wall/since.ts';

/** Since when this page has seen a deployment in a state without a gap, and how long that is. */
export function SeenSince({ slug, severity }: { readonly slug: string; readonly severity: Severity }) {
  const { overall } = useSession(slug);
  const since = overall.at(-1)?.value === severity ? sinceOf(overall) : null;
  const duration = useTimed((now) => (since ? formatDuration(now - since.from) : ''));
  return since ? `${formatClock(since.from)}, ${duration}` : '–';
}
