import { useId } from 'react';

interface Props {
  label: string;
  type: 'date' | 'text';
  value: string;
  onChange: (value: string) => void;
}

/** Asked for once it is whole: a day half typed is none, and an origin is left by Enter or the mouse. */
export function Entry({ label, type, value, onChange }: Props) {
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
