import { includesRole } from '@funil/contract/console/roles';
import { Link } from '@tanstack/react-router';
import { useRole } from '../session/role.ts';
import { leastRoleAt } from '../shell/places.ts';
import './people.css';

const TABS = [
  { to: '/pessoas', label: 'Encontrar' },
  { to: '/pessoas/pedidos', label: 'Pedidos' },
  { to: '/pessoas/trilha', label: 'Trilha' },
] as const;

/** What the law asks of an operator, in three places. */
export function PeopleTabs() {
  const role = useRole();
  const tabs = TABS.filter(({ to }) => includesRole(role, leastRoleAt(to)));
  if (tabs.length === 1) return null;
  return (
    <nav className="tabs" aria-label="Pessoas">
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
