import { useState } from 'react';
import { explain } from '../api.ts';
import { showError } from './toast.ts';
import { useIsMounted } from './use-is-mounted.ts';

/** Returns how to run one request at a time, and why the last one failed; a failure after closing is a toast. */
export function useRequest(explainError: (error: unknown) => string = explain) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isMounted = useIsMounted();
  async function run(request: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await request();
    } catch (error) {
      if (isMounted.current) setFailure(explainError(error));
      else showError(explainError(error));
    }
    setIsBusy(false);
  }
  return { isBusy, failure, run };
}
