import { useState } from 'react';
import { Icon, type IconName } from '../parts/Icon.tsx';

/** Light or dark: the system's preference until the operator chooses on this device. */
type ThemeChoice = 'system' | 'light' | 'dark';

/** `public/theme.js` reads the same key before the first paint and applies the theme. */
const KEY = 'funil-console-theme';

function readThemeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  // Browsers send this event to other tabs only; `theme.js` applies the theme in this tab too.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

const CHOICES: readonly { choice: ThemeChoice; label: string; icon: IconName }[] = [
  { choice: 'light', label: 'Claro', icon: 'sun' },
  { choice: 'dark', label: 'Escuro', icon: 'moon' },
  { choice: 'system', label: 'Auto', icon: 'screen' },
];

export function ThemeSwitch() {
  const [chosen, setChosen] = useState(readThemeChoice);
  return (
    <fieldset className="theme-switch">
      <legend className="field-label">Aparência</legend>
      <div className="theme-switch-options">
        {CHOICES.map(({ choice, label, icon }) => (
          <label key={choice} className="choice">
            <input
              type="radio"
              name="theme"
              checked={chosen === choice}
              onChange={() => {
                chooseTheme(choice);
                setChosen(choice);
              }}
            />
            <Icon name={icon} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
