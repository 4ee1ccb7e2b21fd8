import type { ContactItem } from '@funil/contract/console/contacts';
import type { Waiting } from '@funil/contract/console/today';
import { formatPhone } from '@funil/contract/phone';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RowLink } from '../contacts/ContactLink.tsx';
import { WhatsappLink } from '../contacts/ConversationLink.tsx';
import { Due } from '../contacts/Deadline.tsx';
import { Origin } from '../contacts/Origin.tsx';
import type { ListSearch } from '../contacts/states.tsx';

const MAX_ROWS = 6;

interface SectionProps<Item> {
  title: string;
  waiting: Waiting<Item>;
  children: (item: Item) => ReactNode;
  /** The link to all rows, shown if there are more. */
  all?: ReactNode;
}

/** The first waiting rows and their count; nothing if none waits. */
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
  /** The list with all rows. */
  to: '/leads' | '/aplicacoes';
  search?: ListSearch;
}

/** Contacts that wait for an answer, the most urgent first. */
export function Queue({ title, waiting, to, search = {} }: Props) {
  const all = (
    <Link to={to} search={search} className="press queue-all">
      Ver {waiting.more ? 'todos' : `os ${waiting.count}`}
    </Link>
  );
  return (
    <Section title={title} waiting={waiting} all={all}>
      {(item) => (
        <li key={item.subject} className="press queue-row">
          <RowLink subject={item.subject} className="queue-link">
            <span className="queue-name ellipsis">{item.name || 'Sem nome'}</span>
            <span className="queue-from ellipsis">
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
          <WhatsappLink item={item} />
        </li>
      )}
    </Section>
  );
}
