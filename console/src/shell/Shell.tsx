import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useRole } from '../console-context.ts';
import { useRestoredNotes } from '../contacts/unsaved-notes.ts';
import { followChanges } from '../live/follow-changes.ts';
import { useLiveState } from '../live/live-state.ts';
import { reloadWhenIdle } from '../live/redeploy.ts';
import { afterFirstLoad } from '../parts/after-first-load.ts';
import { AccessDenied } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { onKeys } from '../parts/input-events.ts';
import { lazyPart } from '../parts/lazy-part.ts';
import { useQueuedToasts } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { useIsFactorRequested } from '../session/factor.ts';
import { useUserId } from '../session/session.ts';
import { findMenuTarget, mayOpen } from '../views.ts';
import { Navigation } from './Navigation.tsx';

const ConfirmFactor = lazyPart(() => import('../sign-in/ConfirmFactor.tsx'), 'ConfirmFactor');

const ShortcutList = lazyPart(() => import('./ShortcutList.tsx'), 'ShortcutList');

export function Shell() {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const isFactorRequested = useIsFactorRequested();
  const userId = useUserId();
  useRestoredNotes(userId, router);
  useLinkedDevice(userId);
  useEffect(() => followChanges(), []);
  useEffect(() => reloadWhenIdle(router), [router]);
  return (
    <div className="min-h-dvh max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))] md:pl-rail in-data-fixed:h-dvh print:block print:h-auto! print:p-0! print:overflow-visible!">
      <button
        type="button"
        className="fixed z-40 left-3 -top-40 px-4 py-3 rounded-lg bg-action text-on-action focus:top-3 print:hidden"
        onClick={() => main.current?.focus()}
      >
        Pular para o conteúdo
      </button>
      <Navigation />
      <main
        ref={main}
        tabIndex={-1}
        className="@container/view flex flex-col min-w-0 outline-none in-data-fixed:relative in-data-fixed:h-full in-data-fixed:overflow-y-auto print:block print:[container-type:normal]"
      >
        <LiveNotice />
        <PermittedView />
      </main>
      <Shortcuts />
      <Suspense>{isFactorRequested && <ConfirmFactor />}</Suspense>
      <ToastHost />
    </div>
  );
}

function PermittedView() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const role = useRole();
  const target = findMenuTarget(role, path);
  if (target !== undefined) return <Navigate to={target} replace />;
  if (mayOpen(role, path)) return <Outlet />;
  return (
    <View title="Sem acesso">
      <AccessDenied code="forbidden" />
    </View>
  );
}

function LiveNotice() {
  const liveState = useLiveState();
  if (liveState !== 'unanswered' && liveState !== 'offline') return null;
  return (
    <p className="banner text-small print:hidden">
      <Icon name="offline" />
      {liveState === 'offline' ? 'Sem internet.' : 'Reconectando.'} O que está na tela pode não ser
      o mais novo.
    </p>
  );
}

function useLinkedDevice(userId: string) {
  useEffect(() => {
    const linkDevice = async () =>
      (await import('../live/this-device.ts')).linkDeviceToSession(userId);
    return afterFirstLoad(() => void linkDevice().catch(() => {}));
  }, [userId]);
}

/** The code is fetched before the first toast, because that toast may report a lost connection. */
function ToastHost() {
  const queuedToasts = useQueuedToasts();
  const [isDue, setIsDue] = useState(false);
  useEffect(() => afterFirstLoad(() => setIsDue(true)), []);
  const { data } = useQuery({
    queryKey: ['toasts-code'],
    meta: { tables: [] },
    queryFn: () => import('../parts/Toasts.tsx'),
    enabled: isDue || queuedToasts.length > 0,
    staleTime: 'static',
    structuralSharing: false,
  });
  return data ? <data.Toasts /> : null;
}

/** `/` focuses the search field, `?` lists all shortcuts. */
function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(
    () =>
      onKeys({
        '?': () => setIsOpen(true),
        '/': () => {
          const field = document.querySelector<HTMLInputElement>('[data-search]');
          if (!field) return false;
          field.focus();
          return field.select();
        },
      }),
    [],
  );
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutList onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
