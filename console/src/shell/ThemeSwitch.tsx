import { useState } from 'react';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { chooseTheme, readThemeChoice, type ThemeChoice } from './theme.ts';
import './more.css';

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
          <label key={choice}>
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
