import { Link, useRouterState } from '@tanstack/react-router';
import { Icon } from '../parts/Icon.tsx';
import { LiveSign } from './LiveSign.tsx';
import './navigation.css';
import { DAILY, OTHERS } from './places.ts';

const exact = (to: string) => ({ exact: to === '/' });

/** The way through the console: a rail on wide screens, a bar under the thumb on phones. */
export function Navigation() {
  return (
    <nav className="navigation" aria-label="Console">
      <span className="navigation-brand">
        <span className="navigation-mark" aria-hidden="true" />
        <span className="navigation-name">Funil</span>
      </span>
      <ul>
        {DAILY.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={exact(to)} className="navigation-link">
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
        <li className="navigation-more">
          <More />
        </li>
      </ul>
      <ul className="navigation-others">
        {OTHERS.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} className="navigation-link">
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <LiveSign />
    </nav>
  );
}

/** Lit on what it leads to, too: on a phone nothing else of the bar would be. */
function More() {
  const isWithin = useRouterState({
    select: ({ location }) => OTHERS.some(({ to }) => location.pathname.startsWith(to)),
  });
  return (
    <Link to="/mais" className="navigation-link" data-within={isWithin || undefined}>
      <Icon name="more" />
      <span>Mais</span>
    </Link>
  );
}
