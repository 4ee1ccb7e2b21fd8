import type { ContactItem } from '@funil/contract/console/contacts';
import type { Waiting } from '@funil/contract/console/today';
import { formatPhone } from '@funil/contract/phone';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { RowLink, useOpen } from '../contacts/ContactLink.tsx';
import { WhatsappLink } from '../contacts/ConversationLink.tsx';
import { Due } from '../contacts/Deadline.tsx';
import { type Greet, useGreeter } from '../contacts/message.ts';
import { Origin } from '../contacts/Origin.tsx';
import type { ListSearch } from '../contacts/states.tsx';

/** Rows of a section; the list has the others. */
const MAX_ROWS = 6;

interface SectionProps<Item> {
  title: string;
  waiting: Waiting<Item>;
  /** A row. */
  children: (item: Item) => ReactNode;
  /** Leads to all rows, if there are more. */
  all?: ReactNode;
}

/** The first rows that wait for the same answer, and their number; nothing if none waits. */
export function Section<Item>({ title, waiting, children, all }: SectionProps<Item>) {
  const { items, count, more } = waiting;
  if (count === 0) return null;
  return (
    <section className="panel queue" aria-label={title}>
      <header className="queue-head">
        <h2>{title}</h2>
        <span className="queue-count">
          {count}
          {more && '+'}
        </span>
      </header>
      <ul>{items.slice(0, MAX_ROWS).map(children)}</ul>
      {count > Math.min(items.length, MAX_ROWS) && all}
    </section>
  );
}

interface Props {
  title: string;
  waiting: Waiting<ContactItem>;
  /** The list that has all of them. */
  to: '/leads' | '/aplicacoes';
  search?: ListSearch;
}

/** People who wait for the same answer, the most urgent first. */
export function Queue({ title, waiting, to, search = {} }: Props) {
  const greet = useGreeter();
  const onOpen = useOpen();
  const all = (
    <Link to={to} search={search} className="press queue-all">
      Ver {waiting.more ? 'todos' : `os ${waiting.count}`}
    </Link>
  );
  return (
    <Section title={title} waiting={waiting} all={all}>
      {(item) => <Person key={item.subject} item={item} greet={greet} onOpen={onOpen} />}
    </Section>
  );
}

interface PersonProps {
  item: ContactItem;
  greet: Greet;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
}

function Person({ item, greet, onOpen }: PersonProps) {
  return (
    <li className="press queue-row">
      <RowLink subject={item.subject} className="queue-link" onOpen={onOpen}>
        <span className="queue-name">{item.name || 'Sem nome'}</span>
        <span className="queue-from">
          {formatPhone(item.phone)}
          <span className="muted">
            {' · '}
            <Origin of={item} />
          </span>
        </span>
        <span className="queue-time">
          <Due of={item} />
        </span>
      </RowLink>
      <WhatsappLink item={item} greet={greet} />
    </li>
  );
}
