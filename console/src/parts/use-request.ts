import { useState } from 'react';
import { ApiError, explain } from '../api.ts';
import { showError } from './toast.ts';
import { useIsMounted } from './use-is-mounted.ts';

/** Runs one request at a time. A failure after unmounting appears as a toast. */
export function useRequest(explainError: (error: unknown) => string = explain) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isMounted = useIsMounted();
  async function run(request: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      await request();
    } catch (requestError) {
      if (isMounted.current) setError(requestError);
      else showError(explainError(requestError));
    }
    setIsBusy(false);
  }
  const field = error instanceof ApiError ? error.field : undefined;
  return { isBusy, failure: error === null ? null : explainError(error), field, run };
}
