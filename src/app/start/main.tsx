import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { basePath } from '../delivered/base.ts';
import { loadConfig } from '../delivered/config.ts';
import { deliveredTallies, documentAt } from '../delivered/delivered.ts';
import { drawnScreen } from '../delivered/drawn-screen.ts';
import { seedDeliveredTallies } from '../observe/tallies.ts';
import { watchVerdicts } from '../observe/verdicts.ts';
import { createQueryClient } from '../queries/client.ts';
import { seedDeliveredStatus } from '../queries/resources/status.ts';
import { Router } from '../routes.tsx';
import { keepTrying } from '../ui/loading/keep-trying.ts';
import { later } from '../ui/loading/later.tsx';
import { followTheme } from '../url/settings.ts';
import { StartFailed } from './StartFailed.tsx';
import { takeOver } from './take-over.ts';

const loadFonts = () => void keepTrying(() => import('./fonts.ts'));
const Watchers = later(() => import('../frame/Watchers.tsx'));

function start(root: HTMLElement): void {
  followTheme();
  const client = createQueryClient();
  seedDeliveredTallies(deliveredTallies, documentAt);
  watchVerdicts(client);
  const app = createRoot(root);
  const draw = (screen: ReactNode) =>
    // In steps, with room between them: in one it is the longest task of many a visit.
    startTransition(() =>
      app.render(
        <StrictMode>
          <QueryClientProvider client={client}>
            {screen}
            <Watchers />
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
  const [slug = ''] = location.pathname.slice(basePath.length).split('/');
  const attempt = async (): Promise<void> => {
    try {
      await loadConfig();
      // The first drawing already holds what came with the document: no verdict gives way to a "waiting".
      await seedDeliveredStatus(client);
      draw(<Router />);
      takeOver(client, slug, root, loadFonts);
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
