import { includesRole } from '@funil/contract/console/roles';
import { useRouterState } from '@tanstack/react-router';
import { useRole } from '../session/role.ts';
import { LiveSign } from './LiveSign.tsx';
import { NavigationLink } from './NavigationLink.tsx';
import './navigation.css';
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
