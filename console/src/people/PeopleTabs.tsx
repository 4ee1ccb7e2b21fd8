import { Link } from '@tanstack/react-router';
import './people.css';

const TABS = [
  { to: '/pessoas', label: 'Encontrar' },
  { to: '/pessoas/pedidos', label: 'Pedidos' },
  { to: '/pessoas/trilha', label: 'Trilha' },
] as const;

/** What the law asks of an operator, in three places. */
export function PeopleTabs() {
  return (
    <nav className="tabs" aria-label="Pessoas">
      {TABS.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
