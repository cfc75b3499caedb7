import { QueryClient } from '@tanstack/react-query';

/**
 * Creates the query cache. React Query's own rules for retry, focus and reconnect are off: the responses
 * decide when to poll (domain/answer/freshness.ts).
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
