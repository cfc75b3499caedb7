import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { listsAt } from '#domain/first-screen/page-lists.ts';
import { bufferKeys } from '../components/keys/buffered-keys.ts';
import { basePath } from '../delivered/base.ts';
import { findDeployment, loadConfig } from '../delivered/config.ts';
import { deliveredTallies, documentAt } from '../delivered/delivered.ts';
import { drawnScreen } from '../delivered/drawn-screen.ts';
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
import { keepTyped } from './keep-typed.ts';
import { StartFailed } from './StartFailed.tsx';
import { takeOver } from './take-over.ts';

const loadFonts = () => void keepTrying(() => import('./fonts.ts'));
const Watchers = lazyPart(() => import('../frame/Watchers.tsx'));

const longestDrawnWait = 500;

/**
 * Waits for the page's code and lists, at most `longestDrawnWait` milliseconds, before the first render
 * behind a server-rendered screen. One complete render is faster than three partial ones. start.ts has
 * already sent the requests.
 */
function pageAtHand(client: QueryClient, here: string, slug: string): Promise<unknown> {
  if (!drawnScreen()?.querySelector('main h1')) return Promise.resolve();
  const deployment = findDeployment(slug);
  // The pages do this too, when they render.
  bufferKeys();
  const seed = async () => {
    const lists = listsAt(here);
    if (lists.length === 0 || !deployment) return;
    await seedLists(client, deployment, lists);
  };
  const late = new Promise((resolve) => setTimeout(resolve, longestDrawnWait));
  return Promise.race([Promise.allSettled([partAt(here)?.load(), seed()]), late]);
}

function start(root: HTMLElement): void {
  followTheme();
  const client = createQueryClient();
  watchVerdicts(client);
  const app = createRoot(root);
  const draw = (screen: ReactNode) =>
    // A transition, because a single synchronous render would be the longest task of many visits.
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
      const wasUsed = keepTyped();
      draw(<Router />);
      takeOver({ client, slug, root, wasUsed, onTaken: loadFonts });
    } catch (cause) {
      draw(<StartFailed cause={cause} onRetry={() => void attempt()} />);
      drawnScreen()?.remove();
      loadFonts();
    }
  };
  void attempt();
}

const root = document.getElementById('root');
if (root) start(root);
