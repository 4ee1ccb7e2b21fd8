import { lazy, Suspense, useEffect, useState } from 'react';
import { isCovered, isTaken } from '../parts/keys.ts';

const ShortcutHelp = lazy(() =>
  import('./ShortcutHelp.tsx').then((it) => ({ default: it.ShortcutHelp })),
);

/** Keys that work in every view: `/` goes to the search, `?` shows all of them. */
export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event) || isCovered()) return;
      if (event.key === '?') setIsOpen(true);
      else if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('[data-search]');
        if (!field) return;
        field.focus();
        field.select();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutHelp onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
