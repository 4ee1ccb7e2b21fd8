import type { SubjectItem } from '@funil/contract/console/subjects';
import type { Waiting } from '@funil/contract/console/today';
import { formatPhone } from '@funil/contract/phone';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { Deadline } from '../contacts/Deadline.tsx';
import { type Greet, useGreeter } from '../contacts/greeting.ts';
import type { ListSearch } from '../contacts/list-search.ts';
import { Origin } from '../contacts/Origin.tsx';
import { useOpen } from '../contacts/use-open.ts';
import { WhatsappLink } from '../contacts/WhatsappLink.tsx';
import { Moment } from '../parts/Moment.tsx';

interface Props {
  title: string;
  waiting: Waiting<SubjectItem>;
  /** Where all of them are. */
  to: '/leads' | '/aplicacoes';
  search?: ListSearch;
}

/** Rows that stand here; the list has the others. */
const MOST = 6;

/** People who wait for the same thing, the most urgent first. */
export function Queue({ title, waiting, to, search = {} }: Props) {
  const { items, count, more } = waiting;
  const greet = useGreeter();
  const onOpen = useOpen();
  if (count === 0) return null;
  const shown = items.slice(0, MOST);
  return (
    <section className="panel queue" aria-label={title}>
      <header className="queue-head">
        <h2>{title}</h2>
        <span className="queue-count">
          {count}
          {more && '+'}
        </span>
      </header>
      <ul>
        {shown.map((item) => (
          <Person key={item.subject} item={item} to={to} greet={greet} onOpen={onOpen} />
        ))}
      </ul>
      {count > shown.length && (
        <Link to={to} search={search} className="queue-all">
          Ver {more ? 'todos' : `os ${count}`}
        </Link>
      )}
    </section>
  );
}

interface PersonProps {
  item: SubjectItem;
  to: Props['to'];
  greet: Greet;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
}

function Person({ item, to, greet, onOpen }: PersonProps) {
  const id = item.subject.slice(item.subject.indexOf(':') + 1);
  return (
    <li className="queue-row">
      <a href={`${to}/${id}`} className="queue-link" data-id={id} onClick={onOpen}>
        <span className="queue-name">{item.name || 'Sem nome'}</span>
        <span className="queue-from">
          {formatPhone(item.phone)}
          <span className="muted">
            {' · '}
            <Origin of={item} />
          </span>
        </span>
        <span className="queue-time">
          {item.due_at ? (
            <Deadline from={item.created_at} due={item.due_at} />
          ) : (
            <Moment at={item.created_at} />
          )}
        </span>
      </a>
      <WhatsappLink item={item} greet={greet} />
    </li>
  );
}
