import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { listsAt } from '#domain/first-screen/page-lists.ts';
import { bufferKeys } from '../components/keys/buffered-keys.ts';
import { basePath } from '../delivered/base.ts';
import { findDeployment, loadConfig } from '../delivered/config.ts';
import { deliveredTallies, documentAt } from '../delivered/delivered.ts';
import { isPastRequested, pastFrame } from '../frame/past/past-frame.ts';
import { watchTranslation } from '../frame/translated-text.ts';
import { seedDeliveredTallies } from '../observe/verdicts/tallies.ts';
import { watchVerdicts } from '../observe/verdicts/verdicts.ts';
import { createQueryClient } from '../queries/client.ts';
import { seedDeliveredStatus } from '../queries/resources/status.ts';
import { seedLists } from '../queries/seed-lists.ts';
import { deploymentPages, partAt } from '../routes/page-modules.ts';
import { Router } from '../routes/routes.tsx';
import { keepTrying } from '../ui/loading/keep-trying.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { followTheme } from '../url/settings.ts';
import { StartFailed } from './StartFailed.tsx';

const loadFonts = () => void keepTrying(() => import('./fonts.ts'));
const Watchers = lazyPart(() => import('../frame/Watchers.tsx'));

/** Maximum milliseconds to wait for the page's code. By then the style sheet hides the server-rendered states. */
const longestWaitForCode = 10_000;
/** Maximum milliseconds to wait for the page's lists. */
const longestWaitForLists = 500;

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits for the page's code and lists while the server-rendered screen is visible. One complete render is faster than
 * three partial ones. start.ts has already sent the requests.
 */
async function pageAtHand(client: QueryClient, here: string, slug: string): Promise<void> {
  if (!document.querySelector('.host-drawn')) return;
  const deployment = findDeployment(slug);
  // The pages do this too, when they render.
  bufferKeys();
  const part = partAt(here);
  const code = part && Promise.race([keepTrying(part.load), after(longestWaitForCode)]);
  if (isPastRequested(location.search)) {
    await Promise.all([code, Promise.race([keepTrying(pastFrame.load), after(longestWaitForCode)])]);
    return;
  }
  const lists = deployment && seedLists(client, deployment, listsAt(here));
  await Promise.all([code, Promise.race([lists, after(longestWaitForLists)])]);
}

function start(root: HTMLElement): void {
  followTheme();
  const client = createQueryClient();
  watchVerdicts(client);
  // Before the first render: a headline that is translated earlier would never change again.
  watchTranslation();
  const app = createRoot(root);
  const draw = (screen: ReactNode) =>
    // A transition, because a single synchronous render would be the longest task of many visits. Its first commit
    // replaces the server-rendered screen, so nobody sees an empty page.
    startTransition(() =>
      app.render(
        <StrictMode>
          <QueryClientProvider client={client}>
            {screen}
            <Watchers partAt={partAt} statusPage={deploymentPages['']} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
  const here = location.pathname.slice(basePath.length);
  const [slug = ''] = here.split('/');
  const attempt = async (): Promise<void> => {
    try {
      await loadConfig();
      seedDeliveredTallies(deliveredTallies, documentAt);
      // The first render then has the embedded status, and no verdict has to replace "waiting".
      await seedDeliveredStatus(client);
      await pageAtHand(client, here, slug);
      draw(<Router />);
    } catch (cause) {
      draw(<StartFailed cause={cause} onRetry={() => void attempt()} />);
    }
  };
  void attempt().then(loadFonts);
}

const root = document.getElementById('root');
if (root) start(root);
