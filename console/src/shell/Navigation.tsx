import { includesRole } from '@funil/contract/console/roles';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type Connection, useConnection } from '../live/connection.ts';
import { Icon } from '../parts/Icon.tsx';
import { opensElsewhere } from '../parts/input-events.ts';
import { useRole } from '../session/context.ts';
import { DAILY, MORE, OTHERS, type Place } from './places.ts';

/** The way through the console: a rail on wide screens, a bar under the thumb on phones. */
export function Navigation() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isAt = ({ to }: Place) => path === to || (to !== '/' && path.startsWith(`${to}/`));
  const role = useRole();
  const others = OTHERS.filter((place) => includesRole(role, place.role));
  return (
    <nav className="navigation" aria-label="Console">
      <span className="navigation-brand">
        <span className="navigation-mark" aria-hidden="true" />
        <span className="navigation-name">Funil</span>
      </span>
      <ul>
        {DAILY.map((place) => (
          <li key={place.to}>
            <NavigationLink place={place} isHere={isAt(place)} />
          </li>
        ))}
        <li className="navigation-more">
          {/* Lit on what it leads to, too: on a phone nothing else of the bar would be. */}
          <NavigationLink place={MORE} isHere={isAt(MORE)} isWithin={others.some(isAt)} />
        </li>
      </ul>
      <ul className="navigation-others">
        {others.map((place) => (
          <li key={place.to}>
            <NavigationLink place={place} isHere={isAt(place)} />
          </li>
        ))}
      </ul>
      <LiveSign />
    </nav>
  );
}

interface NavigationLinkProps {
  place: Place;
  isHere: boolean;
  /** Somewhere below it is open. */
  isWithin?: boolean;
}

/**
 * The way to a view. A plain link that calls the router: ten of the router's own links would each compute an address
 * and read the router's state, and the first view would wait for them.
 */
function NavigationLink({
  place: { to, label, icon },
  isHere,
  isWithin = false,
}: NavigationLinkProps) {
  const router = useRouter();
  const fetchAhead = () => {
    router.preloadRoute({ to }).catch(() => {
      // Who opens it is told.
    });
  };
  return (
    <a
      href={to}
      className="navigation-link"
      aria-current={isHere ? 'page' : undefined}
      data-within={isWithin || undefined}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        void router.navigate({ to });
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
}

const WORDS: Record<Connection, string> = {
  starting: 'Conectando…',
  live: 'Ao vivo',
  late: 'Reconectando…',
  offline: 'Sem internet',
  refused: 'Sem acesso',
};

/** Whether the screen is up to date: a node that is lit while changes arrive by themselves. */
function LiveSign() {
  const connection = useConnection();
  return (
    <p className="live-sign" data-connection={connection} role="status">
      {WORDS[connection]}
    </p>
  );
}
