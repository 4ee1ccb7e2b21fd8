/** Light or dark: the system's wish, until the operator says otherwise on this device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'funil-console-theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');

export function readThemeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function apply(): void {
  const choice = readThemeChoice();
  const isDark = choice === 'dark' || (choice === 'system' && system.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply();
}

/** Applies the choice now, and again whenever the system or another tab changes it. */
export function startTheme(): void {
  apply();
  system.addEventListener('change', apply);
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) apply();
  });
}
