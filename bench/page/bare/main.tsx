/**
 * The comparison page of `bench/page`, as little as a React page can be: one request, a verdict and a tile
 * for each component.
 */

import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Status {
  readonly status: string;
  readonly version: string;
  readonly region: string;
  readonly components: readonly { readonly name: string; readonly status: string }[];
}

// Requested before React renders: as early as possible for a page that is not server-rendered.
const asked = fetch('/status.json').then((response): Promise<Status> => response.json());

function words(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');
}

function evidence({ components, region, version }: Status): string {
  const good = components.filter(({ status }) => status === 'operational').length;
  return `${good} of ${components.length} components report operational; answered by ${region}, ${version}.`;
}

function StatusPage() {
  const [status, setStatus] = useState<Status | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    asked.then(setStatus, (cause: unknown) => setFailure(String(cause)));
  }, []);
  return (
    <>
      <div role="status" aria-label="Overall status">
        <h1>{status ? words(status.status) : failure === null ? 'Waiting' : 'No contact'}</h1>
        <p>{status ? evidence(status) : (failure ?? 'Waiting for the first response.')}</p>
      </div>
      <ul aria-label="Components">
        {status?.components.map((component) => (
          <li key={component.name} className={component.status}>
            <b>{component.name}</b>
            {words(component.status)}
          </li>
        ))}
      </ul>
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<StatusPage />);
