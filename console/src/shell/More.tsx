import { includesRole } from '@funil/contract/console/roles';
import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/Icon.tsx';
import { View } from '../parts/View.tsx';
import { useRole } from '../session/context.ts';
import { signOut } from '../session/session.ts';
import { OTHERS } from './navigation-items.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** The places that a phone's bar has no room for. */
export function More() {
  const role = useRole();
  const places = OTHERS.filter((place) => includesRole(role, place.role));
  return (
    <View title="Mais">
      <ul className="panel lines more-list">
        {places.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} className="more-link">
              <Icon name={icon} />
              <span>{label}</span>
              <Icon name="forward" className="more-arrow" />
            </Link>
          </li>
        ))}
      </ul>
      <ThemeSwitch />
      <button type="button" className="button" onClick={() => void signOut()}>
        <Icon name="out" />
        Sair
      </button>
    </View>
  );
}
