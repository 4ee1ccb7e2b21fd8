import { useEffect, useRef, useState } from 'react';
import { Icon } from '../Icon.tsx';

interface Props {
  value: string;
  label: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

const SEARCH_DEBOUNCE_MS = 180;

/** Searches while the operator types; `/` focuses the field from anywhere in the view. */
export function SearchField(props: Props) {
  const { value, label, onChange, placeholder = 'Nome, telefone ou e-mail' } = props;
  const [typed, setTyped] = useState(value);
  const appliedTerm = useRef(value);
  useEffect(() => {
    // The back button or another control changed the search term in the URL.
    if (value !== appliedTerm.current) {
      appliedTerm.current = value;
      setTyped(value);
    }
  }, [value]);
  useEffect(() => {
    const term = typed.trim();
    if (term === appliedTerm.current) return;
    const timer = setTimeout(() => {
      appliedTerm.current = term;
      onChange(term);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <search className="relative flex flex-[1_1_12rem] items-center md:max-w-96 @max-[40rem]/view:basis-24 max-xs:basis-full">
      <Icon name="search" className="absolute left-3 text-muted pointer-events-none" />
      <input
        type="search"
        className="input pl-10 placeholder:text-ellipsis [&::-webkit-search-cancel-button]:appearance-none"
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
      <span
        className="key absolute right-2 m-0 hidden border-line text-muted pointer-events-none @[64rem]/view:block"
        aria-hidden="true"
      >
        /
      </span>
    </search>
  );
}
