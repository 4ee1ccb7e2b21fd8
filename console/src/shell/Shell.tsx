import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useConnection } from '../live/connection.ts';
import { followChanges } from '../live/stream.ts';
import { reloadWhenIdle } from '../live/update.ts';
import { Icon } from '../parts/Icon.tsx';
import { Navigation } from './Navigation.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import './shell.css';

/** Nothing is told before something was done: they come after the first view. */
const Notices = lazy(() => import('../parts/Notices.tsx').then((it) => ({ default: it.Notices })));

/** What stands around every view. */
export function Shell() {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  useEffect(() => followChanges(), []);
  useEffect(() => reloadWhenIdle(router), [router]);
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Pular para o conteúdo
      </button>
      <Navigation />
      <main ref={main} tabIndex={-1}>
        <ConnectionNotice />
        <Outlet />
      </main>
      <Shortcuts />
      <Suspense>
        <Notices />
      </Suspense>
    </div>
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
