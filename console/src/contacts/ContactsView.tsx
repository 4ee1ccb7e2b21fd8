import {
  CONTACT_STATE_LABELS,
  STATES_BY_CONTACT_KIND,
} from '@funil/contract/contacts/contact-states';
import type { ContactItem, ListedState } from '@funil/contract/contacts/contacts';
import { formatCount, formatQuantity } from '@funil/contract/counts';
import type { ListChoices } from '@funil/contract/list-page';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { readList } from '../api.ts';
import { useRole } from '../console-context.ts';
import { Button } from '../parts/Button.tsx';
import { SelectField, type SelectOption } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ImportLink } from '../parts/ImportLink.tsx';
import type { Filter } from '../parts/list/FilterPanel.tsx';
import { CsvButton, ListView, originAndPeriodFilters } from '../parts/list/ListView.tsx';
import { StateTabs } from '../parts/list/StateTabs.tsx';
import { toList } from '../parts/search-params.ts';
import { runWithErrorToast } from '../parts/toast.ts';
import { ContactList, MAX_SELECTED_ROWS, type Selection, useSelection } from './ContactList.tsx';
import { changeStates } from './change-contact.ts';
import { choicesQuery, type ListName, listParams } from './queries.ts';
import { type ListSearch, readListSearch, StateLabel } from './states.tsx';

interface Props {
  name: ListName;
  title: string;
  search: ListSearch;
}

/** States in the order of a conversation. New contacts come first, because they wait for an answer; then drafts. */
const LISTED_STATES_BY_KIND: Readonly<Record<'lead' | 'application', readonly ListedState[]>> = {
  lead: [...STATES_BY_CONTACT_KIND.lead, 'devolvido'],
  application: [
    'novo',
    'started',
    'abandoned',
    ...STATES_BY_CONTACT_KIND.application.slice(1),
    'devolvido',
  ],
};

type FilterKey = Exclude<keyof ListSearch, 'q' | 'state' | 'sort'>;

const contactFilters = (choices: ListChoices['choices'] | undefined): Filter<FilterKey>[] => [
  {
    key: 'owner',
    label: 'Responsável',
    options: [
      ['me', 'Meus'],
      ['none', 'De ninguém'],
    ],
  },
  ...originAndPeriodFilters(choices),
  {
    key: 'suspect',
    label: 'Robôs',
    options: [
      ['no', 'Sem robôs'],
      ['yes', 'Só robôs'],
    ],
  },
];

function ContactsView({ name, title, search }: Props) {
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const selection = useSelection();
  const isManager = MANAGEMENT.includes(useRole());
  const kind = name === 'leads' ? 'lead' : 'application';
  const { data: filterChoices } = useQuery(choicesQuery(name, search));
  // The rows follow later, so that the clicked tab or filter is drawn at once.
  const shownSearch = useDeferredValue(search);
  const changeSearch = (next: object) =>
    void navigate({ to: '.', search: readListSearch({ ...search, ...next }), replace: true });
  return (
    <ListView
      title={title}
      search={search}
      readSearch={readListSearch}
      filters={contactFilters(filterChoices?.choices)}
      hasDetail={id !== undefined}
      actions={
        isManager && (
          <>
            {name === 'leads' && <ImportLink />}
            <CsvButton list={name} title={title} search={search} />
          </>
        )
      }
    >
      <div className="grid grid-rows-[auto_minmax(0,1fr)_auto] grid-cols-1 min-h-0">
        <div>
          <StateTabs
            allLabel={name === 'leads' ? 'Todos' : 'Todas'}
            states={LISTED_STATES_BY_KIND[kind]}
            chosen={toList(search.state)}
            counts={filterChoices?.choices.state}
            renderState={(state) => <StateLabel state={state} />}
            onChange={(state) => changeSearch({ state })}
          />
          <RobotToggle name={name} search={search} onChange={changeSearch} />
        </div>
        <ContactList
          key={JSON.stringify(shownSearch)}
          name={name}
          search={shownSearch}
          selection={selection}
          openKey={id === undefined ? undefined : `${kind}:${id}`}
          filterChoices={filterChoices}
          onSort={(sort) => changeSearch({ sort })}
        />
        <BulkBar
          name={name}
          search={search}
          foundCount={filterChoices?.count ?? null}
          selection={selection}
        />
      </div>
    </ListView>
  );
}

interface RobotToggleProps {
  name: ListName;
  search: ListSearch;
  onChange: (next: object) => void;
}

function RobotToggle({ name, search, onChange }: RobotToggleProps) {
  const { state: _, ...otherFilters } = search;
  const areOnlyRobotsShown = search.suspect === 'yes';
  const areRobotsHidden = search.suspect === undefined && search.q === undefined;
  const robotChoices = choicesQuery(name, { ...otherFilters, suspect: 'yes' });
  const { data: filterChoices } = useQuery({ ...robotChoices, enabled: areRobotsHidden });
  const count = filterChoices?.count ?? 0;
  if (!areOnlyRobotsShown && (count === 0 || !areRobotsHidden)) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-pad pb-2 text-small text-muted">
      {areOnlyRobotsShown
        ? 'Só o que parece robô.'
        : `À parte: ${formatQuantity(count, 'que parece robô', 'que parecem robôs')}.`}
      <Button
        kind="quiet"
        onClick={() => onChange({ suspect: areOnlyRobotsShown ? undefined : 'yes' })}
      >
        {areOnlyRobotsShown ? 'Voltar às pessoas' : 'Ver'}
      </Button>
    </p>
  );
}

export const LeadsView = () => (
  <ContactsView name="leads" title="Leads" search={useSearch({ from: '/pessoas/leads' })} />
);

export function ApplicationsView() {
  const search = useSearch({ from: '/pessoas/aplicacoes' });
  return <ContactsView name="applications" title="Aplicações" search={search} />;
}

interface BulkBarProps {
  name: ListName;
  search: ListSearch;
  /** Number of rows that pass the filters; null if unknown. */
  foundCount: number | null;
  selection: Selection;
}

function BulkBar({ name, search, foundCount, selection }: BulkBarProps) {
  const { selected, selectRows, clear } = selection;
  if (selected.size === 0) return null;
  const states = STATES_BY_CONTACT_KIND[name === 'leads' ? 'lead' : 'application'];
  const changeState = (value: string) => {
    const state = states.find((listed) => listed === value);
    if (!state) return;
    void changeStates([...selected.values()], state);
    clear();
  };
  const selectableCount = Math.min(foundCount ?? 0, MAX_SELECTED_ROWS);
  return (
    <section
      className="bulk flex flex-wrap items-center gap-x-4 gap-y-2 px-pad py-2.5 border-t bg-raised shadow-[0_-8px_24px_-16px_color-mix(in_oklab,var(--color-ink)_40%,transparent)] [&_.input]:max-w-56 max-sm:[&_.button]:px-2.5"
      aria-label="Marcadas"
    >
      <p role="status">
        <strong>{formatCount(selected.size)}</strong> {selected.size === 1 ? 'marcada' : 'marcadas'}
      </p>
      {selectableCount > selected.size && (
        <Button
          kind="quiet"
          onClick={() =>
            void runWithErrorToast(async () =>
              selectRows(await readSelectableRows(name, search), true),
            )
          }
        >
          Marcar {selectableCount === foundCount ? 'todas as' : 'as primeiras'}{' '}
          {formatCount(selectableCount)}
        </Button>
      )}
      <SelectField
        label="Mudar o estado das marcadas"
        isLabelHidden
        value=""
        options={[
          ['', 'Mudar para…'],
          ...states.map((state): SelectOption => [state, CONTACT_STATE_LABELS[state]]),
        ]}
        onChange={changeState}
      />
      <Button kind="quiet" className="ml-auto" onClick={clear}>
        <Icon name="close" />
        Desmarcar
      </Button>
    </section>
  );
}

const SELECTED_ROWS_PER_REQUEST = 200;

async function readSelectableRows(name: ListName, search: ListSearch): Promise<ContactItem[]> {
  const rows: ContactItem[] = [];
  let cursor: string | undefined;
  do {
    const slice = await readList(`GET ${name}`, {
      ...search,
      ...listParams(search),
      limit: SELECTED_ROWS_PER_REQUEST,
      after: cursor,
    });
    rows.push(...slice.items);
    cursor = slice.next ?? undefined;
  } while (cursor !== undefined && rows.length < MAX_SELECTED_ROWS);
  return rows;
}
