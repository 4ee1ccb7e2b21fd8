import type { ContactItem } from '@funil/contract/console/contacts';
import { formatPhone } from '@funil/contract/phone';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import { Empty } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { RowLink } from './ContactLink.tsx';
import { WhatsappLink } from './ConversationLink.tsx';
import { ContactDeadline } from './Deadline.tsx';
import { Origin } from './Origin.tsx';
import { type ListName, listQuery } from './queries.ts';
import { type ListSearch, STAGE_LABELS, StateLabel } from './states.tsx';

interface Props {
  name: ListName;
  search: ListSearch;
  selection: Selection;
  /** The contact whose detail is open. */
  openSubject: string | undefined;
}

const keyOf = ({ subject }: ContactItem) => subject;

export function ContactList({ name, search, selection, openSubject }: Props) {
  const { selected, toggle, clear } = selection;
  const query = useInfiniteQuery(listQuery(name, search));
  const router = useRouter();
  const navigate = useNavigate();
  const to = name === 'leads' ? '/leads' : '/aplicacoes';
  const loadDetailCode = () => {
    Promise.resolve(router.loadRouteChunk(router.routesByPath['/leads/$id'])).catch(() => {
      // The router loads it again on navigation and shows its error.
    });
  };
  return (
    <VirtualList
      query={query}
      keyOf={keyOf}
      openKey={openSubject}
      onClose={() => navigate({ to, search: true })}
      onEscape={() => {
        if (selected.size > 0) clear();
        return selected.size > 0;
      }}
      onSelect={toggle}
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
          onSelect={toggle}
        />
      )}
    </VirtualList>
  );
}

interface ContactRowProps {
  item: ContactItem;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: (item: ContactItem) => void;
}

const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { item, isOpen, isSelected, onSelect } = props;
  return (
    <div
      className="row-line pressable"
      data-open={isOpen || undefined}
      data-picked={isSelected || undefined}
    >
      <label className="row-pick">
        <input
          type="checkbox"
          className="check"
          checked={isSelected}
          aria-label={`Marcar ${item.name}`}
          onChange={() => onSelect(item)}
        />
      </label>
      <RowLink subject={item.subject} className="row-link" aria-current={isOpen || undefined}>
        <span className="row-name">
          <span className="ellipsis">{item.name || 'Sem nome'}</span>
          {item.suspect && <span className="row-suspect">suspeito</span>}
          {item.has_note && (
            <>
              <Icon name="note" />
              <span className="out-of-sight">, com anotação</span>
            </>
          )}
        </span>
        <span className="row-from">
          <span className="row-phone ellipsis">{formatPhone(item.phone)}</span>
          <span className="row-origin ellipsis">
            <Origin origin={item} />
          </span>
        </span>
        <span className="row-state">
          {item.stage !== null && item.stage !== 'sent' ? (
            <span className="state" data-tone={item.stage === 'abandoned' ? 'warn' : 'busy'}>
              {STAGE_LABELS[item.stage]}
            </span>
          ) : (
            <StateLabel state={item.state} />
          )}
        </span>
        <span className="row-time">
          <ContactDeadline contact={item} />
        </span>
      </RowLink>
      <WhatsappLink item={item} />
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
  if (Object.keys(search).length === 0) return <Empty title={title}>{hint}</Empty>;
  return (
    <Empty title={search.q ? `Ninguém com “${search.q}”.` : 'Ninguém com estes filtros.'}>
      <Link to={name === 'leads' ? '/leads' : '/aplicacoes'} search={{}} className="button">
        Ver todos
      </Link>
    </Empty>
  );
}

/** The server changes at most this many contacts in one request. */
const MAX_SELECTED = 200;

/** Returns the marked rows of a list by subject, as they were when they were marked. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, ContactItem>>(new Map());
  const toggle = useCallback(
    (item: ContactItem) =>
      setSelected((before) => {
        const next = new Map(before);
        if (!next.delete(item.subject) && next.size < MAX_SELECTED) next.set(item.subject, item);
        return next;
      }),
    [],
  );
  return { selected, toggle, clear: () => setSelected(new Map()) };
}

export type Selection = ReturnType<typeof useSelection>;
