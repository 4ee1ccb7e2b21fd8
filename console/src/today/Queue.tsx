import type { ContactItem } from '@funil/contract/console/contacts';
import type { WaitingItems } from '@funil/contract/console/today';
import { formatPhone } from '@funil/contract/phone';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RowLink } from '../contacts/ContactLink.tsx';
import { WhatsappLink } from '../contacts/ConversationLink.tsx';
import { ContactDeadline } from '../contacts/Deadline.tsx';
import { Origin } from '../contacts/Origin.tsx';
import type { ListSearch } from '../contacts/states.tsx';

const MAX_ROWS = 6;

interface WaitingSectionProps<Item> {
  title: string;
  waiting: WaitingItems<Item>;
  children: (item: Item) => ReactNode;
  /** The link to all items, shown if the section shows only some. */
  allLink?: ReactNode;
}

/** Shows the first waiting items and their count; renders nothing if there are none. */
export function WaitingSection<Item>(props: WaitingSectionProps<Item>) {
  const { title, waiting, children, allLink } = props;
  const { items, count, more: isLowerBound } = waiting;
  if (count === 0) return null;
  return (
    <section className="panel queue" aria-label={title}>
      <header className="queue-head">
        <h2>{title}</h2>
        <span className="queue-count">
          {count}
          {isLowerBound && '+'}
        </span>
      </header>
      <ul>{items.slice(0, MAX_ROWS).map(children)}</ul>
      {count > Math.min(items.length, MAX_ROWS) && allLink}
    </section>
  );
}

interface Props {
  title: string;
  waiting: WaitingItems<ContactItem>;
  /** The view that lists all of them. */
  to: '/leads' | '/aplicacoes';
  search?: ListSearch;
}

/** Contacts that wait for our reply, the most urgent first. */
export function Queue({ title, waiting, to, search = {} }: Props) {
  const allLink = (
    <Link to={to} search={search} className="pressable queue-all">
      Ver {waiting.more ? 'todos' : `os ${waiting.count}`}
    </Link>
  );
  return (
    <WaitingSection title={title} waiting={waiting} allLink={allLink}>
      {(item) => (
        <li key={item.subject} className="pressable queue-row">
          <RowLink subject={item.subject} className="queue-link">
            <span className="queue-name ellipsis">{item.name || 'Sem nome'}</span>
            <span className="queue-from ellipsis">
              {formatPhone(item.phone)}
              <span className="muted">
                {' · '}
                <Origin origin={item} />
              </span>
            </span>
            <span className="queue-time">
              <ContactDeadline contact={item} />
            </span>
          </RowLink>
          <WhatsappLink item={item} />
        </li>
      )}
    </WaitingSection>
  );
}
