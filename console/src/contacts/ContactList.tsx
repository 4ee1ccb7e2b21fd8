import type { ContactItem } from '@funil/contract/contacts/contacts';
import { groupPhone } from '@funil/contract/contacts/international-phone';
import type { ListChoices } from '@funil/contract/list-page';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { memo, useCallback, useRef, useState } from 'react';
import { CheckBox } from '../parts/CheckBox.tsx';
import { LIST_PATHS, RowLink } from '../parts/ContactLink.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { describeTimeOrder, SortButton } from '../parts/list/SortButton.tsx';
import { LIST_HEAD_CLASSES, VirtualList } from '../parts/list/VirtualList.tsx';
import { contactName } from '../parts/person-names.ts';
import { ContactDeadline } from '../parts/time/Deadline.tsx';
import { ViewButton } from '../parts/ViewButton.tsx';
import { ContactWhatsappLink } from './ConversationLink.tsx';
import { formatPeopleCount } from './change-contact.ts';
import { Origin } from './Origin.tsx';
import { type ListName, listQuery } from './queries.ts';
import { type ListSearch, listedState, StateLabel } from './states.tsx';
import { formatTotals } from './totals.ts';

interface Props {
  name: ListName;
  search: ListSearch;
  selection: Selection;
  openKey: string | undefined;
  /** Undefined while the rows are counted. */
  filterChoices: ListChoices | undefined;
  onSort: (sort: ListSearch['sort']) => void;
}

const contactKeyOf = ({ subject }: ContactItem) => subject;

const ROW_CLASSES =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center h-full pr-[calc(var(--pad)-0.5rem)] border-b max-xs:[&>.whatsapp]:size-[max(2rem,44px)]';
const CHECK_BOX_CLASSES =
  'grid place-items-center self-stretch w-11 cursor-pointer max-xs:w-9 md:w-[calc(var(--pad)+2.5rem)]';
/** Four lines on a phone, two in a wide window, one in a wide list. */
const LINK_CLASSES =
  "row-link grid [grid-template:'name_time'_auto_'phone_state'_auto_'origin_origin'_auto_/_minmax(0,1fr)_auto] content-center self-stretch gap-x-3 -mx-1.5 px-1.5 leading-[1.4] no-underline focus-visible:rounded-sm " +
  "max-xs:[grid-template:'name'_auto_'phone'_auto_'state'_auto_'time'_auto_/_minmax(0,1fr)] max-xs:leading-tight " +
  "md:[grid-template:'name_time'_auto_'from_state'_auto_/_minmax(0,1fr)_auto] md:pointer-fine:leading-[1.3] " +
  "@[40rem]/list:[grid-template:'name_state_time'_auto_'from_from_time'_auto_/_minmax(0,1fr)_7.5rem_8rem] @[40rem]/list:items-center @[40rem]/list:gap-x-4 " +
  "@[60rem]/list:[grid-template:'name_phone_origin_state_time'_auto_/_minmax(0,1.1fr)_10rem_minmax(0,1.6fr)_8rem_8rem]";
const NAME_CLASSES = '[grid-area:name] flex items-center gap-1.5 min-w-0 font-semibold';
const PHONE_AND_ORIGIN_CLASSES =
  'contents [grid-area:from] items-baseline gap-3 min-w-0 md:flex @[40rem]/list:flex @[60rem]/list:contents';
const PHONE_CLASSES = '[grid-area:phone] flex-none max-xs:text-small text-muted';
const ORIGIN_CLASSES = '[grid-area:origin] max-xs:hidden text-small';
const STATE_CLASSES =
  '[grid-area:state] text-small text-right max-xs:text-left @[40rem]/list:text-left';
const TIME_CLASSES =
  '[grid-area:time] text-muted text-small text-right max-xs:text-left whitespace-nowrap';

export function ContactList({ name, search, selection, openKey, filterChoices, onSort }: Props) {
  const { selected, selectRows, clear } = selection;
  const query = useInfiniteQuery(listQuery(name, search));
  const router = useRouter();
  const navigate = useNavigate();
  const items = query.data;
  const latestItems = useRef(items);
  latestItems.current = items;
  /** Key of the row whose box was clicked last. A click with Shift selects all rows from there to the clicked one. */
  const lastPressedKey = useRef<string | null>(null);
  const selectRowOrRange = useCallback(
    (item: ContactItem, isRange = false, shouldSelect?: boolean) => {
      const rows = latestItems.current ?? [];
      const rangeEnds = [lastPressedKey.current, item.subject].map((contactKey) =>
        rows.findIndex((row) => row.subject === contactKey),
      );
      lastPressedKey.current = item.subject;
      if (!isRange || rangeEnds.includes(-1)) selectRows([item]);
      else selectRows(rows.slice(Math.min(...rangeEnds), Math.max(...rangeEnds) + 1), shouldSelect);
    },
    [selectRows],
  );
  const loadDetailCode = () => {
    Promise.resolve(router.loadRouteChunk(router.routesByPath['/pessoas/leads/$id'])).catch(() => {
      // The router loads the code again on navigation and shows its error.
    });
  };
  return (
    <VirtualList
      query={query}
      keyOf={contactKeyOf}
      openKey={openKey}
      onClose={() => navigate({ to: LIST_PATHS[name], search: true })}
      onEscape={() => {
        if (selected.size > 0) clear();
        return selected.size > 0;
      }}
      onSelect={selectRowOrRange}
      head={
        <ListHead
          filterChoices={filterChoices}
          items={items ?? []}
          selection={selection}
          sort={search.sort}
          onSort={onSort}
        />
      }
      empty={<EmptyList name={name} search={search} />}
      aria-label="Lista"
      data-list={name}
      onPointerEnter={loadDetailCode}
      onFocus={loadDetailCode}
    >
      {(item, isOpen) => (
        <ContactRow
          item={item}
          isOpen={isOpen}
          isSelected={selected.has(item.subject)}
          onSelect={selectRowOrRange}
        />
      )}
    </VirtualList>
  );
}

interface ListHeadProps extends Pick<Props, 'filterChoices' | 'selection' | 'onSort'> {
  items: readonly ContactItem[];
  sort: ListSearch['sort'];
}

function ListHead({ filterChoices, items, selection, sort, onSort }: ListHeadProps) {
  const { selected, selectRows, clear } = selection;
  const areAllSelected = items.length > 0 && items.every(({ subject }) => selected.has(subject));
  return (
    <div className={`${ROW_CLASSES} ${LIST_HEAD_CLASSES}`}>
      <CheckBox
        className={CHECK_BOX_CLASSES}
        isChecked={areAllSelected}
        aria-label="Marcar as pessoas da lista"
        onChange={() => (areAllSelected ? clear() : selectRows(items, true))}
      />
      <div className={LINK_CLASSES}>
        <span
          className={`${NAME_CLASSES} max-xs:sr-only text-fg @max-[60rem]/list:row-span-full @max-[60rem]/list:self-center`}
          role="status"
        >
          {filterChoices?.count != null &&
            `${formatPeopleCount(filterChoices.count)}${filterChoices.more ? ' ou mais' : ''}`}
        </span>
        <span className={`${PHONE_AND_ORIGIN_CLASSES} @max-[60rem]/list:hidden!`}>
          <span className={PHONE_CLASSES}>Telefone</span>
          <span className={ORIGIN_CLASSES}>Origem</span>
        </span>
        <span className={`${STATE_CLASSES} @max-[60rem]/list:hidden!`}>Estado</span>
        <SortButton
          className={`${TIME_CLASSES} @max-[60rem]/list:row-span-full @max-[60rem]/list:self-center`}
          label="Chegou"
          order={describeTimeOrder(sort === 'oldest')}
          isReversed={sort === 'oldest'}
          onClick={() => onSort(sort === 'oldest' ? undefined : 'oldest')}
        />
      </div>
      <span className="w-11" />
    </div>
  );
}

interface ContactRowProps {
  item: ContactItem;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: (item: ContactItem, isRange: boolean, shouldSelect: boolean) => void;
}

const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { item, isOpen, isSelected, onSelect } = props;
  const totals = formatTotals(item.totals);
  return (
    <div
      className={`${ROW_CLASSES} pressable data-picked:bg-mark-fill/12 data-open:bg-chosen forced-colors:data-open:outline-3 forced-colors:data-open:-outline-offset-3 forced-colors:data-open:outline-[Highlight]`}
      data-open={isOpen || undefined}
      data-picked={isSelected || undefined}
    >
      <CheckBox
        className={CHECK_BOX_CLASSES}
        isChecked={isSelected}
        aria-label={`Marcar ${contactName(item)}`}
        onChange={(shouldSelect, { nativeEvent }) =>
          onSelect(item, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey, shouldSelect)
        }
      />
      <RowLink
        contactKey={item.subject}
        className={LINK_CLASSES}
        aria-current={isOpen || undefined}
      >
        <span className={NAME_CLASSES}>
          <span className="truncate max-xs:line-clamp-2 max-xs:whitespace-normal">
            {contactName(item)}
          </span>
          {item.suspect && (
            <span className="text-small text-warn font-medium whitespace-nowrap">robô</span>
          )}
          {item.has_note && (
            <>
              <Icon name="note" className="size-4 text-muted" />
              <span className="sr-only">, com anotação</span>
            </>
          )}
        </span>
        <span className={PHONE_AND_ORIGIN_CLASSES}>
          <span className={`${PHONE_CLASSES} truncate`}>{groupPhone(item.phone)}</span>
          <span className={`${ORIGIN_CLASSES} truncate`}>
            {totals !== null && <strong className="font-semibold">{totals} · </strong>}
            <Origin origin={item} />
          </span>
        </span>
        <span className={STATE_CLASSES}>
          <StateLabel state={listedState(item)} />
        </span>
        <span className={TIME_CLASSES}>
          <ContactDeadline contact={item} />
        </span>
      </RowLink>
      <ContactWhatsappLink item={item} />
    </div>
  );
});

const EMPTY_TEXTS: Record<ListName, readonly [title: string, hint: string]> = {
  leads: ['Nenhum lead ainda.', 'Quem deixar nome e telefone na página aparece aqui na hora.'],
  applications: [
    'Nenhuma aplicação ainda.',
    'Quem aplicar aparece aqui na hora, também quem parar no meio.',
  ],
};

function EmptyList({ name, search }: { name: ListName; search: ListSearch }) {
  const [title, hint] = EMPTY_TEXTS[name];
  if (Object.keys(search).length === 0) {
    return (
      <Empty title={title}>
        <p>{hint}</p>
        <ViewButton to="/pagina">Preparar a página</ViewButton>
        <ViewButton to="/anuncios/links">Fazer um link de anúncio</ViewButton>
      </Empty>
    );
  }
  return (
    <Empty title={search.q ? `Ninguém com “${search.q}”.` : 'Ninguém com estes filtros.'}>
      <Link to={LIST_PATHS[name]} search={{}} className="button">
        Ver todos
      </Link>
      {search.q && (
        <Link to="/pessoas/busca" search={{ q: search.q }} className="button">
          Buscar em tudo
        </Link>
      )}
    </Empty>
  );
}

/** Changing the state of so many rows takes ten requests, about two seconds. */
export const MAX_SELECTED_ROWS = 2_000;

/** Selected rows keep the values that they had when they were selected. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, ContactItem>>(new Map());
  /** @param shouldSelect true selects the rows, false deselects them, undefined toggles each */
  const selectRows = useCallback(
    (items: readonly ContactItem[], shouldSelect?: boolean) =>
      setSelected((previous) => {
        const next = new Map(previous);
        for (const item of items) {
          if (!(shouldSelect ?? !next.has(item.subject))) next.delete(item.subject);
          else if (next.size < MAX_SELECTED_ROWS) next.set(item.subject, item);
        }
        return next;
      }),
    [],
  );
  return { selected, selectRows, clear: () => setSelected(new Map()) };
}

export type Selection = ReturnType<typeof useSelection>;
