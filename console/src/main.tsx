import './style/style.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { dropUnsavedReason } from './contacts/unsaved-reason.ts';
import { markBreakpoints } from './parts/breakpoints.ts';
import { Loading } from './parts/Loading.tsx';
import { lazyPart } from './parts/lazy-part.ts';
import { queryClient } from './queries.ts';
import { router } from './router.tsx';
import { followSession, onSignOut, useSignIn } from './session/session.ts';
import { dropUnsavedTemplate } from './templates/unsaved-template.ts';

const SignIn = lazyPart(() => import('./sign-in/SignIn.tsx'), 'SignIn');
const FirstAccess = lazyPart(() => import('./sign-in/FirstAccess.tsx'), 'FirstAccess');

function App() {
  const signIn = useSignIn();
  if (signIn.step === 'done') return <RouterProvider router={router} />;
  if (signIn.step === 'loading') return <Loading />;
  const isSignedOut = signIn.step === 'password' || signIn.step === 'code';
  const isFirstAccess = window.location.pathname === '/primeiro-acesso' && isSignedOut;
  return (
    <Suspense fallback={<Loading />}>
      {isFirstAccess ? <FirstAccess /> : <SignIn signIn={signIn} />}
    </Suspense>
  );
}

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
markBreakpoints();
// A sign-out drops these texts even if their views were not opened since a reload.
onSignOut(dropUnsavedTemplate);
onSignOut(() => dropUnsavedReason());
void followSession();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
