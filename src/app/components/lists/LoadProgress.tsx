import { useEffect, useState } from 'react';
import { lastRequests, type Progress } from '#app/queries/large-lists/progress.ts';
import { ProgressBar } from '#app/ui/elements/ProgressBar.tsx';
import type { EndpointPath } from '#contract/endpoints.ts';
import { formatBytes } from '#domain/text/format-figures.ts';

/** Milliseconds of loading before the progress bar appears. */
const patience = 500;
const step = 150;

export function LoadProgress({
  slug,
  path,
  title,
}: {
  readonly slug: string;
  readonly path: EndpointPath;
  readonly title: string;
}) {
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    let waited = 0;
    const timer = setInterval(() => {
      waited += step;
      if (waited >= patience) setProgress(progressOf(slug + path));
    }, step);
    return () => clearInterval(timer);
  }, [slug, path]);
  if (!progress) return null;
  const [bytes, total] = progress;
  return (
    <p className="lead">
      <ProgressBar
        label={`Loading ${title.toLowerCase()}`}
        value={bytes}
        most={total}
        text={inWords(bytes, total)}
      />
    </p>
  );
}

/**
 * Sums the received bytes of all requests of a list. With several requests the total is `null`, because more
 * may follow.
 */
function progressOf(list: string): Progress {
  const parts = [...lastRequests].flatMap(([key, part]) => (key.startsWith(list) ? [part] : []));
  const [only] = parts;
  if (parts.length <= 1) return only ?? [0, null];
  return [parts.reduce((sum, [bytes]) => sum + bytes, 0), null];
}

function inWords(bytes: number, total: number | null): string {
  if (bytes === 0) return 'waiting for the service';
  if (total === null) return `${formatBytes(bytes)} received`;
  return bytes < total
    ? `${formatBytes(bytes)} of ${formatBytes(total)} received`
    : `${formatBytes(total)} received, reading`;
}
