import { useEffect } from 'react';

/**
 * Page that is shown if the configuration cannot be loaded. It retries by itself, because nobody operates a
 * wall.
 */
export function StartFailed({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRetry, 5_000);
    return () => clearTimeout(timer);
  });
  return (
    <main className="sheet py-10">
      <h1 className="page-title">Edgewatch could not start</h1>
      <p className="lead mt-2">
        {cause instanceof Error ? cause.message : 'The configuration could not be read.'}
      </p>
      <p className="lead">It tries again every 5 s.</p>
      <button type="button" className="control mt-4" onClick={onRetry}>
        Try now
      </button>
    </main>
  );
}
