import { Link } from '@tanstack/react-router';
import { useRole } from '../console-context.ts';
import { Icon } from '../parts/Icon.tsx';
import { SignOutButton } from '../parts/SignOutButton.tsx';
import { View } from '../parts/View.tsx';
import { menuOf, VIEWS_IN_BOTTOM_BAR } from '../views.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export function More() {
  const role = useRole();
  return (
    <View title="Mais">
      <ul className="frame lines empty:hidden">
        {menuOf(role)
          .slice(VIEWS_IN_BOTTOM_BAR)
          .map(({ to, label, icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="grid grid-cols-[auto_1fr_auto] items-center gap-3.5 min-h-13 px-4 max-xs:gap-2.5 max-xs:px-3 no-underline"
              >
                <Icon name={icon} />
                <span>{label}</span>
                <Icon name="forward" className="text-muted" />
              </Link>
            </li>
          ))}
      </ul>
      <ThemeSwitch />
      <SignOutButton />
    </View>
  );
}
