import type { ContactItem } from '@funil/contract/console/contacts';
import { formatPhone } from '@funil/contract/phone';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import { Empty } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { RowLink, useOpen } from './ContactLink.tsx';
import { WhatsappLink } from './ConversationLink.tsx';
import { Due } from './Deadline.tsx';
import { type Greet, useGreeter } from './message.ts';
import { Origin } from './Origin.tsx';
import { type ListName, listQuery } from './queries.ts';
import { type ListSearch, STAGE_LABELS, StateLabel } from './states.tsx';

interface Props {
  name: ListName;
  search: ListSearch;
  picking: Picking;
  /** Whose detail stands beside the list. */
  open: string | undefined;
}

const keyOf = ({ subject }: ContactItem) => subject;

/** The people of a list. */
export function ContactList({ name, search, picking, open }: Props) {
  const query = useInfiniteQuery(listQuery(name, search));
  const greet = useGreeter();
  const onOpen = useOpen();
  const router = useRouter();
  const navigate = useNavigate();
  /** Fetches the detail's code before the first row is opened. */
  const fetchDetail = () => {
    Promise.resolve(router.loadRouteChunk(router.routesByPath['/leads/$id'])).catch(() => {
      // The router asks again, and says so.
    });
  };
  return (
    <VirtualList
      query={query}
      keyOf={keyOf}
      open={open}
      onClose={() => navigate({ to: name === 'leads' ? '/leads' : '/aplicacoes', search: true })}
      onEscape={() => {
        const hasPicked = picking.picked.size > 0;
        if (hasPicked) picking.clear();
        return hasPicked;
      }}
      onPick={picking.pick}
      empty={<EmptyList name={name} search={search} />}
      aria-label="Lista"
      data-list={name}
      onPointerEnter={fetchDetail}
      onFocus={fetchDetail}
    >
      {(item, isOpen) => (
        <ContactRow
          item={item}
          isOpen={isOpen}
          isPicked={picking.picked.has(item.subject)}
          onPick={picking.pick}
          onOpen={onOpen}
          greet={greet}
        />
      )}
    </VirtualList>
  );
}

interface ContactRowProps {
  item: ContactItem;
  isOpen: boolean;
  isPicked: boolean;
  onPick: (item: ContactItem) => void;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  greet: Greet;
}

/** One person in a list: who, from where, how it stands, and the way to talk. */
const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { item, isOpen, isPicked, onPick, onOpen, greet } = props;
  return (
    <div
      className="row-line press"
      data-open={isOpen || undefined}
      data-picked={isPicked || undefined}
    >
      <label className="row-pick">
        <input
          type="checkbox"
          className="check"
          checked={isPicked}
          aria-label={`Marcar ${item.name}`}
          onChange={() => onPick(item)}
        />
      </label>
      <RowLink
        subject={item.subject}
        className="row-link"
        aria-current={isOpen || undefined}
        onOpen={onOpen}
      >
        <span className="row-name">
          <span className="row-name-text">{item.name || 'Sem nome'}</span>
          {item.suspect && <span className="row-suspect">suspeito</span>}
          {item.has_note && (
            <>
              <Icon name="note" />
              <span className="out-of-sight">, com anotação</span>
            </>
          )}
        </span>
        <span className="row-from">
          <span className="row-phone">{formatPhone(item.phone)}</span>
          <span className="row-origin">
            <Origin of={item} />
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
          <Due of={item} />
        </span>
      </RowLink>
      <WhatsappLink item={item} greet={greet} />
    </div>
  );
});

const NOTHING: Record<ListName, readonly [title: string, hint: string]> = {
  leads: ['Nenhum lead ainda.', 'Quem deixar nome e telefone na página aparece aqui na hora.'],
  applications: [
    'Nenhuma aplicação ainda.',
    'Quem aplicar aparece aqui na hora, também quem parar no meio.',
  ],
};

/** Why a list is empty: there are no people yet, or none that match. */
function EmptyList({ name, search }: { name: ListName; search: ListSearch }) {
  const [title, hint] = NOTHING[name];
  if (Object.keys(search).length === 0) return <Empty title={title}>{hint}</Empty>;
  return (
    <Empty title={search.q ? `Ninguém com “${search.q}”.` : 'Ninguém com estes filtros.'}>
      <Link to={name === 'leads' ? '/leads' : '/aplicacoes'} search={{}} className="button">
        Ver todos
      </Link>
    </Empty>
  );
}

/** Most rows that the server changes at once. */
const MAX_PICKED = 200;

export interface Picking {
  /** By subject, as they were when they were picked. */
  readonly picked: ReadonlyMap<string, ContactItem>;
  readonly pick: (item: ContactItem) => void;
  readonly clear: () => void;
}

/** Rows that are marked, to be changed together. */
export function usePicking(): Picking {
  const [picked, setPicked] = useState<ReadonlyMap<string, ContactItem>>(new Map());
  const latest = useRef(picked);
  latest.current = picked;
  const pick = useCallback((item: ContactItem) => {
    const next = new Map(latest.current);
    if (!next.delete(item.subject) && next.size < MAX_PICKED) next.set(item.subject, item);
    setPicked(next);
  }, []);
  const clear = useCallback(() => setPicked(new Map()), []);
  return useMemo(() => ({ picked, pick, clear }), [picked, pick, clear]);
}
