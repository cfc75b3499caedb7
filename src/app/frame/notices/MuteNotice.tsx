import { useParams } from 'react-router';
import { sentConfig, useDeployments } from '#app/delivered/config.ts';
import { now } from '#app/ui/time/clock.ts';
import type { Muted } from '#contract/host.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { formatDate, formatDateTime, formatTime } from '#domain/text/format.ts';

const mostShown = 3;

function mutedOf(slug: string): Muted | null {
  const all = isPlainObject(sentConfig) ? sentConfig['muted'] : null;
  const own = isPlainObject(all) && Object.hasOwn(all, slug) ? all[slug] : null;
  if (!isPlainObject(own)) return null;
  const { until, reason } = own;
  return typeof until === 'string' && typeof reason === 'string' ? { until, reason } : null;
}

/** Formats the end of a mute period, such as "06:00"; with the date if it is on another day. */
function endText(until: string): string {
  const time = Date.parse(until);
  return formatDate(time) === formatDate(now()) ? formatTime(time) : formatDateTime(time);
}

/**
 * Shows for which deployments webhook messages are muted, until when and why. The screen itself is never
 * muted.
 */
export function MuteNotice() {
  const { deployment } = useParams();
  const muted = useDeployments().flatMap(({ slug, name }) => {
    const window = deployment === undefined || deployment === slug ? mutedOf(slug) : null;
    return window ? [{ slug, name, ...window }] : [];
  });
  if (muted.length === 0) return null;
  const more = muted.length - mostShown;
  return (
    <aside aria-label="Muted messages" className="border-b border-line bg-s1 no-print">
      <ul className="sheet m-0 list-none py-1 text-[12px] leading-4 text-text-2">
        {muted.slice(0, mostShown).map(({ slug, name, until, reason }) => (
          <li key={slug} className="wrap-anywhere">
            Messages {deployment === undefined && `about ${name} `}are muted until {endText(until)}: {reason}
          </li>
        ))}
        {more > 0 && <li>And about {more} more.</li>}
      </ul>
    </aside>
  );
}
