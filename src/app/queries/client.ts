import { QueryClient } from '@tanstack/react-query';

/**
 * React Query's own retry, focus and reconnect rules are off. The responses decide when to poll
 * (domain/answer/freshness.ts).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: true,
        refetchIntervalInBackground: true,
        structuralSharing: false,
        gcTime: 10 * 60_000,
      },
    },
  });
}
