import { includesRole } from '@funil/contract/console/roles';
import type { SubjectState } from '@funil/contract/console/subjects';
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { addressOf, download, explain, toTexts } from '../api.ts';
import { Choice, Entry, FilterFold, type Option } from '../parts/FilterFold.tsx';
import { Icon } from '../parts/Icon.tsx';
import { warn } from '../parts/notice.ts';
import { View } from '../parts/View.tsx';
import { useRole } from '../session/role.ts';
import { ContactList } from './ContactList.tsx';
import { moveContacts } from './change-contact.ts';
import type { ListName } from './list-query.ts';
import { countFilters, type ListSearch } from './list-search.ts';
import { type Picking, usePicking } from './picking.ts';
import { SearchField } from './SearchField.tsx';
import { STAGE_LABELS, STATE_NAMES, STATES } from './states.ts';
import './contacts-view.css';

interface Props {
  name: ListName;
  title: string;
  search: ListSearch;
}

/** A list with its search and filters; who is opened stands beside it, or on a phone in its place. */
function ContactsView({ name, title, search }: Props) {
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const picking = usePicking();
  const mayExport = includesRole(useRole(), 'manager');
  const kind = name === 'leads' ? 'lead' : 'application';
  const change = useCallback(
    (next: ListSearch) => void navigate({ to: '.', search: next, replace: true }),
    [navigate],
  );
  const searchFor = useCallback(
    (q: string) => {
      const { q: _, ...filters } = search;
      change(q === '' ? filters : { ...filters, q });
    },
    [search, change],
  );
  const save = () => {
    const file = `${title.toLowerCase()}.csv`;
    const saving = search.q
      ? download(addressOf(`${name}.csv`), file, { method: 'POST', body: toTexts({ ...search }) })
      : download(addressOf(`${name}.csv`, { ...search }), file);
    saving.catch((error) => warn(explain(error)));
  };
  return (
    <div className="subjects" data-has-detail={id !== undefined || undefined}>
      <View
        title={title}
        isFixed
        actions={
          <>
            <SearchField value={search.q ?? ''} label={`Buscar em ${title}`} onChange={searchFor} />
            <Filters name={name} search={search} onChange={change} />
            {mayExport && (
              <button
                type="button"
                className="button csv-button"
                aria-label="Salvar como CSV"
                title="Salvar como CSV"
                onClick={save}
              >
                <Icon name="download" />
                <span>CSV</span>
              </button>
            )}
          </>
        }
      >
        <div className="list-body">
          <ContactList
            key={JSON.stringify(search)}
            name={name}
            search={search}
            picking={picking}
            open={id === undefined ? undefined : `${kind}:${id}`}
          />
          <BulkBar picking={picking} />
        </div>
      </View>
      <Outlet />
    </div>
  );
}

export function LeadsView() {
  return <ContactsView name="leads" title="Leads" search={useSearch({ from: '/leads' })} />;
}

export function ApplicationsView() {
  const search = useSearch({ from: '/aplicacoes' });
  return <ContactsView name="applications" title="Aplicações" search={search} />;
}

interface FiltersProps {
  name: ListName;
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}

function Filters({ name, search, onChange }: FiltersProps) {
  return (
    <FilterFold
      count={countFilters(search)}
      onClear={() => onChange(search.q ? { q: search.q } : {})}
    >
      <FilterFields name={name} search={search} onChange={onChange} />
    </FilterFold>
  );
}

interface FilterFieldsProps {
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

function FilterFields({ name, search, onChange }: FilterFieldsProps) {
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

/** What can be done with all who are marked. */
function BulkBar({ picking }: { picking: Picking }) {
  const { picked, clear } = picking;
  if (picked.size === 0) return null;
  const move = (state: SubjectState) => {
    void moveContacts([...picked.values()], state);
    clear();
  };
  return (
    <section className="bulk" aria-label="Marcados">
      <p role="status">
        <strong>{picked.size}</strong> {picked.size === 1 ? 'marcado' : 'marcados'}
      </p>
      <label className="out-of-sight" htmlFor="bulk-state">
        Mudar o estado dos marcados
      </label>
      <select
        id="bulk-state"
        className="input"
        value=""
        onChange={({ target }) => {
          const state = STATE_NAMES.find((name) => name === target.value);
          if (state) move(state);
        }}
      >
        <option value="" disabled>
          Mudar para…
        </option>
        {STATE_NAMES.map((name) => (
          <option key={name} value={name}>
            {STATES[name].label}
          </option>
        ))}
      </select>
      <button type="button" className="button quiet" onClick={clear}>
        <Icon name="close" />
        Desmarcar
      </button>
    </section>
  );
}
