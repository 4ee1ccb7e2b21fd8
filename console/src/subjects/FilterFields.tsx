import { useId } from 'react';
import type { ListName } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import { STAGE_LABELS, STATE_NAMES, STATES } from './states.ts';

interface Props {
  name: ListName;
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}

type Option = readonly [value: string, label: string];

const STATE_OPTIONS: Option[] = STATE_NAMES.map((name) => [name, STATES[name].label]);
const STAGE_OPTIONS: Option[] = Object.entries(STAGE_LABELS);
const SUSPECT_OPTIONS: Option[] = [
  ['no', 'Sem suspeitos'],
  ['yes', 'Só suspeitos'],
];

export function FilterFields({ name, search, onChange }: Props) {
  /** One filter set or taken off; the others stay. */
  const set = (key: keyof ListSearch, value: string) => {
    const { [key]: _, ...rest } = search;
    onChange(value === '' ? rest : { ...rest, [key]: value });
  };
  const choice = (key: keyof ListSearch, label: string, options: Option[]) => (
    <Choice
      label={label}
      value={search[key] ?? ''}
      options={options}
      onChange={(it) => set(key, it)}
    />
  );
  const entry = (key: keyof ListSearch, label: string, type: 'date' | 'text') => (
    <Entry label={label} type={type} value={search[key] ?? ''} onChange={(it) => set(key, it)} />
  );
  return (
    <>
      {choice('state', 'Estado', STATE_OPTIONS)}
      {name === 'applications' && choice('stage', 'Etapa', STAGE_OPTIONS)}
      {entry('from', 'De', 'date')}
      {entry('until', 'Até', 'date')}
      {entry('source', 'Origem', 'text')}
      {entry('campaign', 'Campanha', 'text')}
      {choice('suspect', 'Robôs', SUSPECT_OPTIONS)}
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
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
        <option value="">Todos</option>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface EntryProps {
  label: string;
  type: 'date' | 'text';
  value: string;
  onChange: (value: string) => void;
}

/** Asked for once it is whole: a day half typed is none, and an origin is left by Enter or the mouse. */
function Entry({ label, type, value, onChange }: EntryProps) {
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
