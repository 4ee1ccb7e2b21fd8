import type { ContactItem } from '@funil/contract/console/contacts';
import {
  MAX_ROWS_PER_REQUEST,
  type PersonDetail,
  type PersonRow,
} from '@funil/contract/console/people';
import { includesRole } from '@funil/contract/console/roles';
import { formatCents } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/platforms';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api.ts';
import { Answers, ContactFields } from '../contacts/ContactFields.tsx';
import { ContactLink } from '../contacts/ContactLink.tsx';
import { contactQuery } from '../contacts/queries.ts';
import { Timeline } from '../contacts/Timeline.tsx';
import { Button } from '../parts/Button.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatFullTime } from '../parts/format-time.ts';
import { Icon } from '../parts/Icon.tsx';
import { runWithErrorToast } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { SaleState } from '../sales/states.tsx';
import { useRole } from '../session/context.ts';
import { PhonesAndEmails } from './People.tsx';
import { personQuery } from './queries.ts';
import {
  EraseDialog,
  ExportDialog,
  exportRows,
  formatFieldLabels,
  ROW_LABELS,
} from './RowDialogs.tsx';

/** Everything that is stored about one person; the page can be printed. */
export function Person() {
  const { key = '' } = useParams({ strict: false });
  const query = useQuery(personQuery(key));
  const { data, error } = query;
  const isMissing = error instanceof ApiError && error.code === 'not_found';
  return (
    <View
      title={data ? data.name || 'Sem nome' : isMissing ? 'Não encontrado' : 'Pessoa'}
      subtitle={data && <PhonesAndEmails phones={data.phones} emails={data.emails} />}
      actions={data && <Actions person={data} />}
    >
      <QueryStatus query={query} />
      {data && (
        <div className="person">
          <PersonRecords person={data} />
          <Timeline entries={data.story} />
        </div>
      )}
    </View>
  );
}

function Actions({ person }: { person: PersonDetail }) {
  const isManager = includesRole(useRole(), 'manager');
  const [dialog, setDialog] = useState<'export' | 'erase' | null>(null);
  const closeDialog = () => setDialog(null);
  const { key, items: contacts, sales, apart: doubtfulRows } = person;
  const rowKeys = [
    ...contacts.map(({ subject }) => subject),
    ...sales.map((sale) => `sale:${sale.platform}:${sale.key}`),
  ];
  // With nothing to choose and not too many rows, exports at once.
  const exportOrAsk = () =>
    doubtfulRows.length > 0 || rowKeys.length === 0 || rowKeys.length > MAX_ROWS_PER_REQUEST
      ? setDialog('export')
      : void runWithErrorToast(() => exportRows(key, rowKeys));
  return (
    <>
      <Link to="/pessoas" search={{}} className="button quiet">
        <Icon name="back" />
        Voltar
      </Link>
      {isManager && (
        <Button onClick={exportOrAsk}>
          <Icon name="download" />
          JSON
        </Button>
      )}
      <Button onClick={() => window.print()}>Imprimir</Button>
      {isManager && (
        <Button kind="bad" onClick={() => setDialog('erase')}>
          <Icon name="trash" />
          Apagar tudo
        </Button>
      )}
      {dialog === 'export' && <ExportDialog person={person} onClose={closeDialog} />}
      {dialog === 'erase' && <EraseDialog person={person} onClose={closeDialog} />}
    </>
  );
}

function PersonRecords({ person }: { person: PersonDetail }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),1fr))] gap-4 items-start">
      {person.items.map((contact) => (
        <ContactRecord key={contact.subject} contact={contact} />
      ))}
      {person.sales.map((sale) => (
        <section
          key={`${sale.platform} ${sale.key}`}
          className="rounded-xl border bg-raised record"
        >
          <h2>Compra</h2>
          <p>
            <strong>
              {sale.value_cents === null ? 'Sem valor' : formatCents(sale.value_cents)}
            </strong>{' '}
            <SaleState state={sale.state} />
          </p>
          <p className="text-muted">
            {[sale.product, platformLabel(sale.platform), sale.transaction]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="text-muted">{formatFullTime(sale.paid_at ?? sale.begun_at)}</p>
        </section>
      ))}
      <DoubtfulRows rows={person.apart} />
    </div>
  );
}

function ContactRecord({ contact }: { contact: ContactItem }) {
  const query = useQuery(contactQuery(contact.subject));
  const { data } = query;
  return (
    <section className="rounded-xl border bg-raised record">
      <header className="flex items-baseline justify-between print:[&_a]:hidden">
        <h2>{contact.subject.startsWith('lead:') ? 'Lead' : 'Aplicação'}</h2>
        <ContactLink subject={contact.subject}>Abrir</ContactLink>
      </header>
      {query.error && <QueryStatus query={query} />}
      {data ? (
        <>
          <ContactFields contact={data} />
          <Answers answers={data.answers} part="answers" />
          <Answers answers={data.answers} part="visit" />
          {data.note && (
            <p className="whitespace-pre-wrap">
              <strong>Anotação:</strong> {data.note}
            </p>
          )}
        </>
      ) : (
        <p className="text-muted">{formatFullTime(contact.created_at)}</p>
      )}
    </section>
  );
}

/** Rows that share the person's phone or e-mail but may belong to someone else. */
function DoubtfulRows({ rows }: { rows: readonly PersonRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="rounded-xl border bg-raised record">
      <h2>Mesmo contato, talvez outra pessoa</h2>
      <ul className="stack">
        {rows.map(({ key: rowKey, kind, at, names, differs: differingFields }) => (
          <li key={rowKey}>
            <Link to="/pessoas/$key" params={{ key: rowKey }} preload={false}>
              {ROW_LABELS[kind]} de <bdi>{names[0] ?? 'sem nome'}</bdi>
            </Link>{' '}
            <span className="text-muted">
              {formatFullTime(at)}
              {differingFields.length > 0 &&
                ` · não combina: ${formatFieldLabels(differingFields)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
