import { useId } from 'react';

export type Option = readonly [value: string, label: string];

interface Props {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** What no choice is called. */
  all?: string;
}

/** One of a few, or all. */
export function Choice({ label, value, options, onChange, all = 'Todos' }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{all}</option>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
