/** Light or dark: the system's preference until the operator chooses on this device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** `public/theme.js` reads the same key before the first paint and applies the theme. */
const KEY = 'funil-console-theme';

export function readThemeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  // Browsers send this event to other tabs only; `theme.js` applies the theme in this tab too.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}
