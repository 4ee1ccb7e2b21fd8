import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Answers that will be the same however often it is asked. */
export const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Rows come to know of changes by the live stream; what it missed is asked for on coming back.
      staleTime: 30_000,
      retry: (failures, error) => !isFinal(error) && failures < 2,
    },
    mutations: { retry: false },
  },
});
