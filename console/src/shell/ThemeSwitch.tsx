import { useState } from 'react';
import { Segments } from '../parts/Segments.tsx';

/** `public/theme.js` reads the same key before the first paint and applies the theme. */
const KEY = 'funil-console-theme';

const OPTIONS = [
  ['light', 'Claro', 'sun'],
  ['dark', 'Escuro', 'moon'],
  ['system', 'Auto', 'screen'],
] as const;
type Theme = (typeof OPTIONS)[number][0];

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Chooses light or dark on this device; without a choice, the system's preference applies. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  function choose(next: Theme) {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    // Browsers send this event to other tabs only; `theme.js` applies the theme in this tab, too.
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    setTheme(next);
  }
  return (
    <Segments
      legend="Aparência"
      isLegendVisible
      options={OPTIONS}
      value={theme}
      onChange={choose}
    />
  );
}
