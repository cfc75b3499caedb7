import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HatchPattern } from './components/HatchPattern.tsx';
import { loadConfig } from './config.ts';
import { createQueryClient } from './queries/client.ts';
import { watchRecovery } from './queries/recovery.ts';
import { Router } from './router.tsx';
import { StartFailed } from './StartFailed.tsx';
import { followTheme } from './settings.ts';

function start(root: HTMLElement): void {
  followTheme();
  const client = createQueryClient();
  void import('./session/store.ts').then(({ watchSession }) => watchSession(client));
  watchRecovery(client);
  const app = createRoot(root);
  const draw = () =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <HatchPattern />
          <Router />
        </QueryClientProvider>
      </StrictMode>,
    );
  const attempt = () => {
    try {
      const loading = loadConfig();
      if (!loading) return draw();
      loading.then(draw, (cause: unknown) => app.render(<StartFailed cause={cause} onRetry={attempt} />));
    } catch (cause) {
      app.render(<StartFailed cause={cause} onRetry={attempt} />);
    }
  };
  attempt();
}

const root = document.getElementById('root');
if (root) start(root);
