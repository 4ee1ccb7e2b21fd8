import { includesRole } from '@funil/contract/console/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useRestoredNotes } from '../contacts/unsaved-notes.ts';
import { reloadWhenIdle, useConnection } from '../live/connection.ts';
import { followChanges } from '../live/follow-changes.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { AccessDenied } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { isDialogOpen, isTypingOrShortcut } from '../parts/input-events.ts';
import { useQueuedToasts } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { queryClient } from '../queries.ts';
import { useRole } from '../session/context.ts';
import { useFactorQuestion } from '../session/factor.ts';
import { useSignIn } from '../session/session.ts';
import { Navigation } from './Navigation.tsx';
import { leastRoleAt } from './places.ts';
import './shell.css';

const ConfirmFactor = lazy(() =>
  import('../sign-in/ConfirmFactor.tsx').then((it) => ({ default: it.ConfirmFactor })),
);

/** The frame of every view. */
export function Shell() {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const signIn = useSignIn();
  useRestoredNotes(signIn.step === 'done' ? signIn.userId : '', router);
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
        <Permitted />
      </main>
      <Shortcuts />
      <FactorQuestion />
      <NoticeHost />
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
      <AccessDenied code="forbidden" />
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

/** Says so while the screen may be out of date. */
function ConnectionNotice() {
  const connection = useConnection();
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

/** The code that shows notices: the first view has none. */
const NOTICES_CODE = queryOptions({
  queryKey: ['notices-code'],
  queryFn: () => import('../parts/Toasts.tsx'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});

/** How long the first view, and auth-js after it, have the line for themselves. */
const AFTER_FIRST_VIEW_MS = 6_000;

/** Shows notices. Their code is fetched before the line breaks and there is something to say about it. */
function NoticeHost() {
  const waiting = useQueuedToasts();
  const { data } = useQuery({ ...NOTICES_CODE, enabled: false });
  useEffect(() => {
    const delay = waiting.length > 0 ? 0 : AFTER_FIRST_VIEW_MS;
    const timer = setTimeout(() => void queryClient.prefetchQuery(NOTICES_CODE), delay);
    return () => clearTimeout(timer);
  }, [waiting]);
  return data ? <data.Toasts /> : null;
}

const SHORTCUTS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Buscar na lista'],
  [['j', 'k'], 'Pessoa abaixo, pessoa acima'],
  [['Enter'], 'Abrir a pessoa'],
  [['w'], 'Chamar no WhatsApp'],
  [['x'], 'Marcar ou desmarcar'],
  [['Esc'], 'Fechar, ou desmarcar tudo'],
  [['?'], 'Mostrar estes atalhos'],
];

/** Keys that work in every view: `/` goes to the search, `?` shows all of them. */
function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTypingOrShortcut(event) || isDialogOpen()) return;
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
    <Dialog onClose={() => setIsOpen(false)} title="Atalhos do teclado">
      <dl className="shortcuts">
        {SHORTCUTS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
