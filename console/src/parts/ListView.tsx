import { Outlet, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { type Option, SelectField, TextField } from './Fields.tsx';
import { Icon } from './Icon.tsx';
import { SearchField } from './SearchField.tsx';
import './list.css';
import { View } from './View.tsx';

/** A filter with options to choose from, or a date or text field. */
export type Filter<Key extends string> = { readonly key: Key; readonly label: string } & (
  | { readonly options: readonly Option[]; readonly all?: string }
  | { readonly type: 'date' | 'text' }
);

interface Props<Key extends string> {
  title: string;
  placeholder?: string;
  search: { readonly [key in Key | 'q']?: string };
  /** Returns the search parameters without the empty ones. */
  read: (query: Record<string, unknown>) => object;
  filters: readonly Filter<Key>[];
  hasDetail: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A list with its search, filters and the open row's detail. */
export function ListView<Key extends string>(props: Props<Key>) {
  const { title, placeholder, search, read, filters, hasDetail, actions, children } = props;
  const navigate = useNavigate();
  const change = useCallback(
    (next: object) => void navigate({ to: '.', search: read({ ...next }), replace: true }),
    [navigate, read],
  );
  const searchFor = useCallback((q: string) => change({ ...search, q }), [search, change]);
  return (
    <div className="list-view" data-has-detail={hasDetail || undefined}>
      <View
        title={title}
        isFixed
        actions={
          <>
            <SearchField
              value={search.q ?? ''}
              label={`Buscar em ${title}`}
              onChange={searchFor}
              {...(placeholder !== undefined && { placeholder })}
            />
            <Filters filters={filters} search={search} onChange={change} />
            {actions}
          </>
        }
      >
        {children}
      </View>
      <Outlet />
    </div>
  );
}

interface FiltersProps<Key extends string> extends Pick<Props<Key>, 'filters' | 'search'> {
  onChange: (search: object) => void;
}

/** A button with the number of active filters, which shows the filters. */
function Filters<Key extends string>({ filters, search, onChange }: FiltersProps<Key>) {
  const { q, ...others } = search;
  const count = Object.keys(others).length;
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
          {filters.map((filter) => (
            <FilterField
              key={filter.key}
              filter={filter}
              value={search[filter.key] ?? ''}
              onChange={(value) => onChange({ ...search, [filter.key]: value })}
            />
          ))}
          {count > 0 && (
            <button type="button" className="button quiet" onClick={() => onChange({ q })}>
              Limpar
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface FilterFieldProps {
  filter: Filter<string>;
  value: string;
  onChange: (value: string) => void;
}

/** Applies a date at once, and a text after Enter or when the field loses the focus. */
function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const { label } = filter;
  if ('options' in filter) {
    const { all = 'Todos', options } = filter;
    const choices: readonly Option[] = [['', all], ...options];
    return <SelectField label={label} value={value} options={choices} onChange={onChange} />;
  }
  const apply = (text: string) => text.trim() !== value && onChange(text.trim());
  return (
    <TextField
      key={value}
      label={label}
      type={filter.type}
      defaultValue={value}
      onChange={({ target }) => filter.type === 'date' && apply(target.value)}
      onBlur={({ target }) => apply(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
    />
  );
}
