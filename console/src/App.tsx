import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Loading } from './parts/Loading.tsx';
import { router } from './router.tsx';
import { useSignIn } from './session/session.ts';

const SignIn = lazy(() => import('./sign-in/SignIn.tsx').then((it) => ({ default: it.SignIn })));
const FirstAccess = lazy(() =>
  import('./sign-in/FirstAccess.tsx').then((it) => ({ default: it.FirstAccess })),
);

/** The console for who is signed in; for all others the way in. */
export function App() {
  const signIn = useSignIn();
  if (signIn.step === 'done') return <RouterProvider router={router} />;
  if (signIn.step === 'loading') return <Loading />;
  const isFirst = window.location.pathname === '/primeiro-acesso' && signIn.step === 'password';
  return (
    <Suspense fallback={<Loading />}>{isFirst ? <FirstAccess /> : <SignIn at={signIn} />}</Suspense>
  );
}
