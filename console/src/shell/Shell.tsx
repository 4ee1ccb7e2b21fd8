import { includesRole } from '@funil/contract/console/roles';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useConnection } from '../live/connection.ts';
import { followChanges } from '../live/follow-changes.ts';
import { reloadWhenIdle } from '../live/update.ts';
import { NoRight } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { isCovered, isTaken } from '../parts/presses.ts';

// Not with its component: a style sheet that once did not come is not asked for again.
import '../parts/notices.css';
import { useKeptDrafts } from '../contacts/unsaved-notice.ts';
import { fetchNoticesAhead, markReady, useNoticeHost } from '../parts/notice.ts';
import { View } from '../parts/View.tsx';
import { useFactorQuestion } from '../session/factor.ts';
import { useRole } from '../session/role.ts';
import { useSignIn } from '../session/session.ts';
import { Navigation } from './Navigation.tsx';
import { leastRoleAt } from './places.ts';
import './shell.css';

const ConfirmFactor = lazy(() =>
  import('../sign-in/ConfirmFactor.tsx').then((it) => ({ default: it.ConfirmFactor })),
);

/** What stands around every view. */
export function Shell() {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const Notices = useNoticeHost();
  const signIn = useSignIn();
  useKeptDrafts(signIn.step === 'done' ? signIn.userId : '');
  useEffect(() => followChanges(), []);
  useEffect(() => fetchNoticesAhead(), []);
  useEffect(() => reloadWhenIdle(router), [router]);
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Pular para o conteúdo
      </button>
      <Navigation />
      <main ref={main} tabIndex={-1}>
        <ConnectionNotice />
        <Permitted />
      </main>
      <Shortcuts />
      <FactorQuestion />
      {Notices && <Notices onReady={markReady} />}
    </div>
  );
}

/** The view, or why the operator's role does not open it. */
function Permitted() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const role = useRole();
  if (includesRole(role, leastRoleAt(path))) return <Outlet />;
  return (
    <View title="Sem acesso">
      <NoRight code="forbidden" />
    </View>
  );
}

function FactorQuestion() {
  if (!useFactorQuestion()) return null;
  return (
    <Suspense>
      <ConfirmFactor />
    </Suspense>
  );
}

/** Says so while what is on the screen may be old. */
function ConnectionNotice() {
  const { connection } = useConnection();
  if (connection !== 'late' && connection !== 'offline') return null;
  return (
    <p className="connection-notice">
      <Icon name="offline" />
      {connection === 'offline'
        ? 'Sem internet. O que está na tela pode não ser o mais novo.'
        : 'Reconectando. O que está na tela pode não ser o mais novo.'}
    </p>
  );
}

const ShortcutHelp = lazy(() =>
  import('./ShortcutHelp.tsx').then((it) => ({ default: it.ShortcutHelp })),
);

/** Keys that work in every view: `/` goes to the search, `?` shows all of them. */
function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event) || isCovered()) return;
      if (event.key === '?') setIsOpen(true);
      else if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('[data-search]');
        if (!field) return;
        field.focus();
        field.select();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutHelp onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
