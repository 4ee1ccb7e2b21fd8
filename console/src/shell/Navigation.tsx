import { useRouter, useRouterState } from '@tanstack/react-router';
import { useRole } from '../console-context.ts';
import { type LiveState, useLiveState } from '../live/live-state.ts';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { afterPaint, onPlainClick } from '../parts/input-events.ts';
import { findView, menuOf, VIEWS_IN_BOTTOM_BAR } from '../views.ts';

/** A rail on wide screens, a bar at the bottom on phones. */
export function Navigation() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const currentPath = findView(path)?.path ?? path;
  const items = menuOf(useRole());
  const [mainItems, moreItems] = [
    items.slice(0, VIEWS_IN_BOTTOM_BAR),
    items.slice(VIEWS_IN_BOTTOM_BAR),
  ];
  const renderItems = (shownItems: typeof items) =>
    shownItems.map((item) => (
      <li key={item.path}>
        <NavigationLink {...item} isCurrent={item.path === currentPath} />
      </li>
    ));
  return (
    <nav
      className="[--fg:var(--color-on-ink)] [--fg-2:var(--color-on-ink-2)] [--focus:var(--color-lime)] fixed z-20 inset-x-0 bottom-0 px-[max(0.25rem,env(safe-area-inset-left))] pb-[env(safe-area-inset-bottom)] bg-ink text-fg shadow-[0_-1px_0_color-mix(in_oklab,var(--color-white)_10%,transparent)] md:inset-[0_auto_0_0] md:flex md:flex-col md:gap-1 md:w-rail md:pt-5 md:px-2 md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:overflow-y-auto md:shadow-[1px_0_0_color-mix(in_oklab,var(--color-white)_10%,transparent)] rail:px-3 print:hidden"
      aria-label="Painel"
    >
      <span className="hidden md:flex items-center justify-center gap-2.5 min-h-10 mb-3 rail:justify-start rail:px-2.5">
        <span className="size-7 bg-[url(/icon.svg)] bg-size-[118%] bg-center" aria-hidden="true" />
        <span className="hidden font-display font-bold text-xl tracking-[-0.02em] rail:block">
          Funil
        </span>
      </span>
      <ul className="grid grid-flow-col auto-cols-fr md:grid-flow-row md:gap-1">
        {renderItems(mainItems)}
        {moreItems.length > 0 && (
          <li className="md:hidden">
            {/* Also highlighted for the views in “Mais”, because a phone's bar has no links to them. */}
            <NavigationLink
              to="/mais"
              label="Mais"
              icon="more"
              isCurrent={currentPath === '/mais'}
              hasCurrent={moreItems.some((item) => item.path === currentPath)}
            />
          </li>
        )}
      </ul>
      <ul className="hidden md:not-empty:grid gap-1 mt-2 pt-3 border-t border-white/10">
        {renderItems(moreItems)}
      </ul>
      <LiveMark />
    </nav>
  );
}

interface NavigationLinkProps {
  to: string;
  label: string;
  icon: IconName;
  isCurrent: boolean;
  /** True if the view of this link leads to the current view. */
  hasCurrent?: boolean;
}

/** A plain link that calls the router, because ten `Link`s of the router would delay the first view. */
function NavigationLink(props: NavigationLinkProps) {
  const { to, label, icon, isCurrent, hasCurrent = false } = props;
  const router = useRouter();
  const preload = () => {
    router.preloadRoute({ to }).catch(() => {
      // Opening the view shows the error.
    });
  };
  return (
    <a
      href={to}
      className={`grid justify-items-center content-center gap-[0.1875rem] min-h-14 rounded-lg text-tiny font-medium no-underline focus-visible:-outline-offset-3 rail:grid-cols-[auto_1fr] rail:justify-items-start rail:items-center rail:gap-3 rail:min-h-10 rail:px-3 rail:text-base ${
        isCurrent || hasCurrent
          ? 'text-fg [&_.icon]:text-lime rail:bg-white/9 forced-colors:forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:[&_.icon]:text-[HighlightText]'
          : 'text-muted hover:text-fg'
      }`}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onPlainClick(() => afterPaint(() => void router.navigate({ to })))}
    >
      <Icon name={icon} />
      <span className="max-xs:sr-only">{label}</span>
    </a>
  );
}

const LIVE_LABELS: Record<LiveState, string> = {
  starting: 'Conectando…',
  live: 'Ao vivo',
  unanswered: 'Reconectando…',
  offline: 'Sem internet',
  refused: 'Sem acesso',
};

function LiveMark() {
  const liveState = useLiveState();
  return (
    <p
      className="hidden md:flex flex-col items-center gap-1.5 mt-auto pt-3 px-1 text-muted text-tiny text-center before:flex-none before:size-2 before:rounded-full before:bg-amber data-[connection=live]:before:bg-lime data-[connection=starting]:before:bg-on-ink-2 rail:flex-row rail:px-3 rail:text-small"
      data-connection={liveState}
      role="status"
    >
      {LIVE_LABELS[liveState]}
    </p>
  );
}
