import { Button } from '../Button.tsx';
import { SelectField, type SelectOption, TextField } from '../Fields.tsx';
import { type OneOrSeveral, toList } from '../search-params.ts';
import { type ChoiceOption, ChoicesField } from './ChoicesField.tsx';

/** A field that filters a list: by one of `options`, by several of the rows' values (`choices`), by date or by text. */
export type Filter<Key extends string> = { readonly key: Key; readonly label: string } & (
  | { readonly options: readonly SelectOption[]; readonly allLabel?: string }
  /** Undefined while the values load. */
  | { readonly choices: readonly ChoiceOption[] | undefined }
  | { readonly type: 'date' | 'text' }
);

interface Props {
  filters: readonly Filter<string>[];
  search: { readonly [key: string]: OneOrSeveral<string> | undefined };
  onChange: (search: object) => void;
}

/** On a phone, the panel ends with half a row, which shows that more fields follow. */
export function FilterPanel({ filters, search, onChange }: Props) {
  const isActive = filters.some(({ key }) => search[key] !== undefined);
  const noFilters = Object.fromEntries(filters.map(({ key }) => [key, undefined]));
  return (
    <div
      className="grid grid-cols-2 flex-[1_0_100%] gap-3 items-end order-1 max-md:max-h-[min(22.5rem,60dvh)] max-md:overflow-y-auto md:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]"
      id="filters"
    >
      {filters.map((filter) => (
        <FilterField
          key={filter.key}
          filter={filter}
          value={search[filter.key]}
          onChange={(value) => onChange({ ...search, [filter.key]: value })}
        />
      ))}
      {isActive && (
        <Button kind="quiet" onClick={() => onChange({ ...search, ...noFilters })}>
          Limpar
        </Button>
      )}
    </div>
  );
}

interface FilterFieldProps {
  filter: Filter<string>;
  value: OneOrSeveral<string> | undefined;
  onChange: (value: OneOrSeveral<string>) => void;
}

/** Applies a date at once, and a text after Enter or when the field loses the focus. */
function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const { label } = filter;
  if ('choices' in filter) {
    return (
      <ChoicesField
        label={label}
        options={filter.choices}
        chosen={toList(value)}
        onChange={onChange}
      />
    );
  }
  const singleValue = toList(value)[0] ?? '';
  if ('options' in filter) {
    const { allLabel = 'Todos', options } = filter;
    const choices: readonly SelectOption[] = [['', allLabel], ...options];
    return <SelectField label={label} value={singleValue} options={choices} onChange={onChange} />;
  }
  const applyText = (text: string) => text.trim() !== singleValue && onChange(text.trim());
  return (
    <TextField
      key={singleValue}
      label={label}
      type={filter.type}
      defaultValue={singleValue}
      onChange={({ target }) => filter.type === 'date' && applyText(target.value)}
      onBlur={({ target }) => applyText(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && applyText(event.currentTarget.value)}
    />
  );
}
