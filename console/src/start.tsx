import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { queryClient } from './queries.ts';
import { router } from './router.tsx';
import type { KeptSession } from './session/kept.ts';
import { followSession } from './session/session.ts';

/** How long, in ms, the first drawing waits for answers that are nearly there. */
const PATIENCE = 200;

/** Until no question is under way any more. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    const cache = queryClient.getQueryCache();
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = cache.subscribe(look);
    look();
  });
}

/** The view's code and its answers have been asked for early: mostly they are there, and it is drawn once and whole. */
async function prepareView(): Promise<void> {
  await router.load();
  await settle();
}

/** Draws the console. @param kept the session, where it is known to be good already */
export async function start(kept: KeptSession | null): Promise<void> {
  followSession(kept);
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no #app');
  if (kept !== null) {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    // What went wrong is said by the view itself.
    await Promise.race([prepareView().catch(() => undefined), patience]);
  }
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
