import { includesRole } from '@funil/contract/console/roles';
import { useParams, useSearch } from '@tanstack/react-router';
import { download } from '../api.ts';
import { SelectField } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { type Filter, ListView } from '../parts/ListView.tsx';
import { runWithErrorToast } from '../parts/toast.ts';
import { useRole } from '../session/context.ts';
import { ContactList, type Selection, useSelection } from './ContactList.tsx';
import { changeStates } from './change-contact.ts';
import type { ListName } from './queries.ts';
import {
  type ListSearch,
  readListSearch,
  STAGE_LABELS,
  STATE_NAMES,
  STATE_OPTIONS,
} from './states.tsx';
import './contacts.css';

interface Props {
  name: ListName;
  title: string;
  search: ListSearch;
}

const FILTERS: readonly Filter<Exclude<keyof ListSearch, 'q'>>[] = [
  { key: 'state', label: 'Estado', options: STATE_OPTIONS },
  { key: 'stage', label: 'Etapa', options: Object.entries(STAGE_LABELS) },
  { key: 'from', label: 'De', type: 'date' },
  { key: 'until', label: 'Até', type: 'date' },
  { key: 'source', label: 'Origem', type: 'text' },
  { key: 'campaign', label: 'Campanha', type: 'text' },
  {
    key: 'suspect',
    label: 'Robôs',
    options: [
      ['no', 'Sem suspeitos'],
      ['yes', 'Só suspeitos'],
    ],
  },
];
const LEAD_FILTERS = FILTERS.filter(({ key }) => key !== 'stage');

function downloadCsv({ name, title, search }: Props): Promise<void> {
  const file = `${title.toLowerCase()}.csv`;
  return search.q
    ? download(`${name}.csv`, file, { method: 'POST', body: search })
    : download(`${name}.csv`, file, { query: search });
}

/** A list of contacts, with filters and the actions for marked rows. */
function ContactsView({ name, title, search }: Props) {
  const { id } = useParams({ strict: false });
  const selection = useSelection();
  const isManager = includesRole(useRole(), 'manager');
  const kind = name === 'leads' ? 'lead' : 'application';
  return (
    <ListView
      title={title}
      search={search}
      read={readListSearch}
      filters={name === 'leads' ? LEAD_FILTERS : FILTERS}
      hasDetail={id !== undefined}
      actions={
        isManager && (
          <button
            type="button"
            className="button csv-button"
            aria-label="Salvar como CSV"
            title="Salvar como CSV"
            onClick={() => void runWithErrorToast(() => downloadCsv({ name, title, search }))}
          >
            <Icon name="download" />
            <span>CSV</span>
          </button>
        )
      }
    >
      <div className="list-body">
        <ContactList
          key={JSON.stringify(search)}
          name={name}
          search={search}
          selection={selection}
          openSubject={id === undefined ? undefined : `${kind}:${id}`}
        />
        <BulkBar selection={selection} />
      </div>
    </ListView>
  );
}

export function LeadsView() {
  return <ContactsView name="leads" title="Leads" search={useSearch({ from: '/leads' })} />;
}

export function ApplicationsView() {
  const search = useSearch({ from: '/aplicacoes' });
  return <ContactsView name="applications" title="Aplicações" search={search} />;
}

function BulkBar({ selection: { selected, clear } }: { selection: Selection }) {
  if (selected.size === 0) return null;
  const change = (value: string) => {
    const state = STATE_NAMES.find((name) => name === value);
    if (!state) return;
    void changeStates([...selected.values()], state);
    clear();
  };
  return (
    <section className="bulk" aria-label="Marcados">
      <p role="status">
        <strong>{selected.size}</strong> {selected.size === 1 ? 'marcado' : 'marcados'}
      </p>
      <SelectField
        label="Mudar o estado dos marcados"
        isLabelHidden
        value=""
        options={[['', 'Mudar para…'], ...STATE_OPTIONS]}
        onChange={change}
      />
      <button type="button" className="button quiet" onClick={clear}>
        <Icon name="close" />
        Desmarcar
      </button>
    </section>
  );
}
