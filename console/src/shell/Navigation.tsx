import { includesRole } from '@funil/contract/console/roles';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type Connection, useConnection } from '../live/connection.ts';
import { Icon } from '../parts/Icon.tsx';
import { afterPaint, opensElsewhere } from '../parts/input-events.ts';
import { useRole } from '../session/context.ts';
import { MAIN_ITEMS, MORE, MORE_ITEMS, type NavigationItem } from './navigation-items.ts';

/** A rail on wide screens, a bar at the bottom on phones. */
export function Navigation() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isCurrent = ({ to }: NavigationItem) =>
    path === to || (to !== '/' && path.startsWith(`${to}/`));
  const role = useRole();
  const mainItems = MAIN_ITEMS.filter((item) => includesRole(role, item.role));
  const moreItems = MORE_ITEMS.filter((item) => includesRole(role, item.role));
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
          <li key={item.to}>
            <NavigationLink item={item} isCurrent={isCurrent(item)} />
          </li>
        ))}
        <li className="md:hidden">
          {/* Highlighted for the views behind it, too: a phone's bar has no link to them. */}
          <NavigationLink
            item={MORE}
            isCurrent={isCurrent(MORE)}
            hasCurrent={moreItems.some(isCurrent)}
          />
        </li>
      </ul>
      <ul className="navigation-more-items">
        {moreItems.map((item) => (
          <li key={item.to}>
            <NavigationLink item={item} isCurrent={isCurrent(item)} />
          </li>
        ))}
      </ul>
      <ConnectionState />
    </nav>
  );
}

interface NavigationLinkProps {
  item: NavigationItem;
  isCurrent: boolean;
  /** Whether the current view is behind this link. */
  hasCurrent?: boolean;
}

/**
 * A plain link that calls the router: ten of the router's own links would each compute an address and read the
 * router's state, which delays the first view.
 */
function NavigationLink({ item, isCurrent, hasCurrent = false }: NavigationLinkProps) {
  const { to, label, icon } = item;
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
