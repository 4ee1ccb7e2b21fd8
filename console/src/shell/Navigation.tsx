import { useRouter, useRouterState } from '@tanstack/react-router';
import { type Connection, useConnection } from '../live/connection.ts';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { afterPaint, opensElsewhere } from '../parts/input-events.ts';
import { useRole } from '../session/context.ts';
import { BAR_VIEWS, findView, menuOf } from './views.ts';

/** A rail on wide screens, a bar at the bottom on phones. */
export function Navigation() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = findView(path)?.path ?? path;
  const items = menuOf(useRole());
  const [mainItems, moreItems] = [items.slice(0, BAR_VIEWS), items.slice(BAR_VIEWS)];
  return (
    <nav className="navigation" aria-label="Painel">
      <span className="navigation-brand">
        <span
          className="md:size-7 md:bg-[url(/icon.svg)] md:bg-size-[118%] md:bg-center"
          aria-hidden="true"
        />
        <span className="md:hidden md:font-display md:font-bold md:text-xl md:tracking-[-0.02em] rail:block">
          Funil
        </span>
      </span>
      <ul>
        {mainItems.map((item) => (
          <li key={item.path}>
            <NavigationLink {...item} isCurrent={item.path === current} />
          </li>
        ))}
        {moreItems.length > 0 && (
          <li className="md:hidden">
            {/* Highlighted for the views behind it, too: a phone's bar has no link to them. */}
            <NavigationLink
              to="/mais"
              label="Mais"
              icon="more"
              isCurrent={current === '/mais'}
              hasCurrent={moreItems.some((item) => item.path === current)}
            />
          </li>
        )}
      </ul>
      <ul className="navigation-more-items">
        {moreItems.map((item) => (
          <li key={item.path}>
            <NavigationLink {...item} isCurrent={item.path === current} />
          </li>
        ))}
      </ul>
      <ConnectionState />
    </nav>
  );
}

interface NavigationLinkProps {
  to: string;
  label: string;
  icon: IconName;
  isCurrent: boolean;
  /** Whether the current view is behind this link. */
  hasCurrent?: boolean;
}

/**
 * A plain link that calls the router: ten of the router's own links would each compute an address and read the
 * router's state, which delays the first view.
 */
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
      className="navigation-link"
      aria-current={isCurrent ? 'page' : undefined}
      data-has-current={hasCurrent || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        afterPaint(() => void router.navigate({ to }));
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
}

const CONNECTION_LABELS: Record<Connection, string> = {
  starting: 'Conectando…',
  live: 'Ao vivo',
  late: 'Reconectando…',
  offline: 'Sem internet',
  refused: 'Sem acesso',
};

function ConnectionState() {
  const connection = useConnection();
  return (
    <p className="connection-state" data-connection={connection} role="status">
      {CONNECTION_LABELS[connection]}
    </p>
  );
}
