import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/Icon.tsx';
import { View } from '../parts/View.tsx';
import { signOut } from '../session/session.ts';
import './more.css';
import { OTHERS } from './places.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** What the bar of a phone has no room for. */
export function More() {
  return (
    <View title="Mais">
      <ul className="panel more-list">
        {OTHERS.map(({ to, label, icon }) => (
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
