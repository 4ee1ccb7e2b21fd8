import { useState } from 'react';
import { Segments } from '../parts/Segments.tsx';

/** `public/theme.js` reads this key before the first paint. */
const THEME_KEY = 'funil-console-theme';

const THEME_OPTIONS = [
  ['light', 'Claro', 'sun'],
  ['dark', 'Escuro', 'moon'],
  ['system', 'Auto', 'screen'],
] as const;
type Theme = (typeof THEME_OPTIONS)[number][0];

function readTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  function choose(next: Theme) {
    if (next === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, next);
    // Browsers send this event only to other tabs; `theme.js` must apply the theme in this tab, too.
    window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY }));
    setTheme(next);
  }
  return (
    <Segments
      legend="Aparência"
      isLegendVisible
      options={THEME_OPTIONS}
      value={theme}
      onChange={choose}
    />
  );
}
