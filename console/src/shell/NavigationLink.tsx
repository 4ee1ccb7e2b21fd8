import { useRouter } from '@tanstack/react-router';
import { isBrowsersPress } from '../parts/browsers-press.ts';
import { Icon } from '../parts/Icon.tsx';
import type { Place } from './places.ts';

interface Props {
  place: Place;
  isHere: boolean;
  /** Somewhere below it is open. */
  isWithin?: boolean;
}

/**
 * The way to a view. A plain link that the router is told of: of its own there would be ten, each of which
 * reckons its address and looks at the router's state, and the first view would wait for them.
 */
export function NavigationLink({ place: { to, label, icon }, isHere, isWithin = false }: Props) {
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
        if (isBrowsersPress(event)) return;
        event.preventDefault();
        void router.navigate({ to });
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
}
