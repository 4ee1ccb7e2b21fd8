import { useEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  value: string;
  label: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

/** How long, in ms, fingers rest before the list is asked. */
const REST = 180;

/** Searches while it is typed in; `/` leads here from anywhere. */
export function SearchField(props: Props) {
  const { value, label, onChange, placeholder = 'Nome, telefone ou e-mail' } = props;
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  useEffect(() => {
    // The address changed by itself: going back, or all filters taken off.
    if (value !== asked.current) {
      asked.current = value;
      setTyped(value);
    }
  }, [value]);
  useEffect(() => {
    const wish = typed.trim();
    if (wish === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wish;
      onChange(wish);
    }, REST);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <search className="search-field">
      <Icon name="search" />
      <input
        type="search"
        className="input"
        data-search
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          setTyped('');
          event.currentTarget.blur();
        }}
      />
      <span className="key" aria-hidden="true">
        /
      </span>
    </search>
  );
}
