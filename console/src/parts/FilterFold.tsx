import { type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  /** How many are set. */
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** The filters, folded away behind their count; in a row below the search once they are asked for. */
export function FilterFold({ count, onClear, children }: Props) {
  const [isOpen, setIsOpen] = useState(count > 0);
  return (
    <>
      <button
        type="button"
        className="button filters-button"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="filter" />
        Filtros
        {count > 0 && <span className="filters-count">{count}</span>}
      </button>
      {isOpen && (
        <div className="filters" id="filters">
          {children}
          {count > 0 && (
            <button type="button" className="button quiet" onClick={onClear}>
              Limpar
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface EntryProps {
  label: string;
  type: 'date' | 'text';
  value: string;
  onChange: (value: string) => void;
}

/** Asked for once it is whole: a day half typed is none, and an origin is left by Enter or the mouse. */
export function Entry({ label, type, value, onChange }: EntryProps) {
  const id = useId();
  const take = (text: string) => text.trim() !== value && onChange(text.trim());
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        key={value}
        id={id}
        type={type}
        className="input"
        defaultValue={value}
        onChange={({ target }) => type === 'date' && take(target.value)}
        onBlur={({ target }) => take(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
      />
    </div>
  );
}

export type Option = readonly [value: string, label: string];

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** What no choice is called. */
  all?: string;
}

/** One of a few, or all. */
export function Choice({ label, value, options, onChange, all = 'Todos' }: ChoiceProps) {
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
