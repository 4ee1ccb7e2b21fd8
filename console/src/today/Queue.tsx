import type { SubjectItem } from '@funil/contract/console/subjects';
import type { Waiting } from '@funil/contract/console/today';
import { formatPhone } from '@funil/contract/phone';
import { Link } from '@tanstack/react-router';
import { Moment } from '../parts/Moment.tsx';
import { Deadline } from '../subjects/Deadline.tsx';
import type { ListSearch } from '../subjects/list-search.ts';
import { Origin } from '../subjects/Origin.tsx';
import { type Greet, useGreeter } from '../subjects/use-greeter.ts';
import { WhatsappLink } from '../subjects/WhatsappLink.tsx';

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
          <Person key={item.subject} item={item} to={to} greet={greet} />
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
}

function Person({ item, to, greet }: PersonProps) {
  const id = item.subject.slice(item.subject.indexOf(':') + 1);
  return (
    <li className="queue-row">
      <Link
        to={to === '/leads' ? '/leads/$id' : '/aplicacoes/$id'}
        params={{ id }}
        search={{}}
        className="queue-link"
        preload={false}
      >
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
      </Link>
      <WhatsappLink item={item} greet={greet} />
    </li>
  );
}
