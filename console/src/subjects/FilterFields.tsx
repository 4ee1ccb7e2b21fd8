import { Choice, Entry, type Option } from '../parts/FilterFold.tsx';
import type { ListName } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import { STAGE_LABELS, STATE_NAMES, STATES } from './states.ts';

interface Props {
  name: ListName;
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}

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
