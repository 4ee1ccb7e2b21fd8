// Applies the theme before the first paint, and again when the system, this tab or another tab changes it.
// `src/shell/ThemeSwitch.tsx` stores the operator's choice under the same key.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const choice = localStorage.getItem('funil-console-theme');
    const isDark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
})();
