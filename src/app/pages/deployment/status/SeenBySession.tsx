import { sinceOf } from '#app/components/strips/since.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { formatClock, formatDuration } from '#domain/text/format.ts';

/** Start and duration of the current state in this session, without a gap. */
export function SeenBySession({ slug, severity }: { readonly slug: string; readonly severity: Severity }) {
  const { overall } = useSession(slug);
  const since = overall.at(-1)?.value === severity ? sinceOf(overall) : null;
  const duration = useTimed((now) => (since ? formatDuration(now - since.from) : ''));
  return since ? `${formatClock(since.from)}, ${duration}` : '–';
}
