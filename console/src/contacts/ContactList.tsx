import type { SubjectItem } from '@funil/contract/console/subjects';
import { formatPhone } from '@funil/contract/phone';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { Empty } from '../parts/Empty.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import '../parts/list.css';
import { afterPaint, isCovered, isTaken } from '../parts/presses.ts';
import { useEndlessRows } from '../parts/use-endless-rows.ts';
import { Deadline } from './Deadline.tsx';
import { type Greet, useGreeter } from './greeting.ts';
import { type ListName, listQuery } from './list-query.ts';
import { countFilters, type ListSearch } from './list-search.ts';
import { loadDetail } from './load-detail.ts';
import { Origin } from './Origin.tsx';
import type { Picking } from './picking.ts';
import { StateLabel } from './StateLabel.tsx';
import { STAGE_LABELS } from './states.ts';
import { useOpen } from './use-open.ts';
import { WhatsappLink } from './WhatsappLink.tsx';

interface Props {
  name: ListName;
  search: ListSearch;
  picking: Picking;
  /** Whose detail stands beside the list. */
  open: string | undefined;
}

const keyOf = ({ subject }: SubjectItem) => subject;

let isFetched = false;

/** A hand on the list opens somebody before long: the detail's code is there by then. */
function fetchDetail(): void {
  if (isFetched) return;
  isFetched = true;
  loadDetail().catch(() => {
    // The router asks again, and says so.
    isFetched = false;
  });
}

/** The people of a list, of which only those in the window are drawn. */
export function ContactList({ name, search, picking, open }: Props) {
  const query = useInfiniteQuery(listQuery(name, search));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const { items, scroller, rows, totalHeight, scrollTo, frameOf } = useEndlessRows(query, keyOf);
  const greet = useGreeter();
  const onOpen = useOpen();
  useListKeys({ items, picking, open, scrollTo });

  if (error && items.length === 0) {
    return <Failure error={error} onRetry={() => void query.refetch()} />;
  }
  if (!data || (items.length === 0 && hasNextPage)) return <Loading />;
  if (items.length === 0) return <EmptyList name={name} search={search} />;
  return (
    <section
      ref={scroller}
      className="list-scroller"
      data-list={name}
      aria-label="Lista"
      onPointerEnter={fetchDetail}
      onFocus={fetchDetail}
    >
      <ul className="list-rows" style={{ height: totalHeight }}>
        {rows.map((row) => {
          const item = items[row.index];
          if (!item) return null;
          return (
            <li key={row.key} {...frameOf(row)}>
              <ContactRow
                item={item}
                index={row.index}
                isOpen={open === item.subject}
                isPicked={picking.picked.has(item.subject)}
                onPick={picking.pick}
                onOpen={onOpen}
                greet={greet}
              />
            </li>
          );
        })}
      </ul>
      {isFetchingNextPage && <Loading label="Carregando mais…" />}
    </section>
  );
}

interface ContactRowProps {
  item: SubjectItem;
  index: number;
  isOpen: boolean;
  isPicked: boolean;
  onPick: (item: SubjectItem) => void;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  greet: Greet;
}

/** One person in a list: who, from where, how it stands, and the way to talk. */
const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { item, index, isOpen, isPicked, onPick, onOpen, greet } = props;
  const [kind, id = ''] = item.subject.split(':');
  return (
    <div className="row-line" data-open={isOpen || undefined} data-picked={isPicked || undefined}>
      <label className="row-pick">
        <input
          type="checkbox"
          className="check"
          checked={isPicked}
          aria-label={`Marcar ${item.name}`}
          onChange={() => onPick(item)}
        />
      </label>
      <a
        href={`/${kind === 'lead' ? 'leads' : 'aplicacoes'}/${id}`}
        className="row-link"
        data-index={index}
        data-id={id}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className="row-name">
          <span className="row-name-text">{item.name || 'Sem nome'}</span>
          {item.suspect && <span className="row-suspect">suspeito</span>}
          {item.has_note && <Icon name="note" />}
          {item.has_note && <span className="out-of-sight">, com anotação</span>}
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
          {item.due_at ? (
            <Deadline from={item.created_at} due={item.due_at} />
          ) : (
            <Moment at={item.created_at} />
          )}
        </span>
      </a>
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

/** Why a list shows nobody: there is nobody, or nobody like that. */
function EmptyList({ name, search }: { name: ListName; search: ListSearch }) {
  const to = name === 'leads' ? '/leads' : '/aplicacoes';
  if (!search.q && countFilters(search) === 0) {
    const [title, hint] = NOTHING[name];
    return <Empty title={title}>{hint}</Empty>;
  }
  return (
    <Empty title={search.q ? `Ninguém com “${search.q}”.` : 'Ninguém com estes filtros.'}>
      <Link to={to} search={{}} className="button">
        Ver todos
      </Link>
    </Empty>
  );
}

interface Parts {
  items: readonly SubjectItem[];
  picking: Picking;
  /** Whose detail is open. */
  open: string | undefined;
  scrollTo: (index: number) => void;
}

const linkAt = (index: number) =>
  document.querySelector<HTMLAnchorElement>(`.row-link[data-index="${index}"]`);

const focusedIndex = () => {
  const { activeElement } = document;
  const line = activeElement?.closest('.row-line')?.querySelector<HTMLElement>('.row-link');
  return line?.dataset.index === undefined ? null : Number(line.dataset.index);
};

/** Whoever stands first in the window: where the list was left when nobody in it has the focus. */
const firstInView = () => {
  const top = document.querySelector('.list-scroller')?.getBoundingClientRect().top ?? 0;
  const links = [...document.querySelectorAll<HTMLElement>('.row-link[data-index]')];
  const first = links.find((link) => link.getBoundingClientRect().top >= top);
  return Number(first?.dataset.index ?? 0);
};

/** `j` and `k` go from person to person, `w` opens the conversation, `x` marks, Esc lets go. */
function useListKeys(parts: Parts): void {
  const navigate = useNavigate();
  const latest = useRef(parts);
  latest.current = parts;
  useEffect(() => {
    const at = () => {
      const { items, open } = latest.current;
      return focusedIndex() ?? items.findIndex(({ subject }) => subject === open);
    };
    const go = (index: number) => {
      const { items, scrollTo, open } = latest.current;
      const item = items[Math.min(Math.max(index, 0), items.length - 1)];
      if (!item) return;
      const place = items.indexOf(item);
      const take = (link: HTMLAnchorElement | null) => {
        link?.focus({ preventScroll: true });
        // Beside an open detail, the detail follows.
        if (open !== undefined) link?.click();
      };
      scrollTo(place);
      const link = linkAt(place);
      // Outside of the window it is drawn with the next frame.
      if (link) take(link);
      else requestAnimationFrame(() => take(linkAt(place)));
    };
    const goBy = (step: 1 | -1) => {
      const index = at();
      go(index === -1 ? firstInView() : index + step);
    };
    const act: Record<string, () => void> = {
      j: () => goBy(1),
      k: () => goBy(-1),
      w: () =>
        (
          document.querySelector<HTMLElement>('[data-whatsapp-main]') ??
          linkAt(at())?.parentElement?.querySelector<HTMLElement>('.whatsapp')
        )?.click(),
      x: () => {
        const item = latest.current.items[at()];
        if (item) latest.current.picking.pick(item);
      },
      Escape: () => {
        const { open, picking } = latest.current;
        if (picking.picked.size > 0) return picking.clear();
        if (open === undefined) return;
        const index = at();
        const close = () => navigate({ to: '..', search: true });
        afterPaint(() => void close().then(() => linkAt(index)?.focus()));
      },
    };
    const press = (event: KeyboardEvent) => {
      const isFieldsOwn = isTaken(event) && event.key !== 'Escape';
      if (isFieldsOwn || isCovered() || !Object.hasOwn(act, event.key)) return;
      event.preventDefault();
      act[event.key]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate]);
}
