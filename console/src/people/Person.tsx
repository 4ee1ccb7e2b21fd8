import { MAX_CHOSEN_ROWS, type PersonDetail, type PersonRow } from '@funil/contract/console/people';
import { includesRole } from '@funil/contract/console/roles';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { formatCents } from '@funil/contract/money';
import { namePlatform } from '@funil/contract/platforms';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { explain } from '../api.ts';
import { ContactLink } from '../contacts/ContactLink.tsx';
import { Answers, Facts } from '../contacts/Facts.tsx';
import { Story } from '../contacts/Story.tsx';
import '../contacts/contact-detail.css';
import { contactQuery } from '../contacts/contact-query.ts';
import { Missing } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { formatWhole } from '../parts/moments.ts';
import { warn } from '../parts/notice.ts';
import { Typed } from '../parts/Typed.tsx';
import { View } from '../parts/View.tsx';
import { SaleState } from '../sales/SaleState.tsx';
import { useRole } from '../session/role.ts';
import { Contacts } from './Contacts.tsx';
import { Erase } from './Erase.tsx';
import { Export, exportRows } from './Export.tsx';
import { personQuery } from './people-queries.ts';
import { nameFields, ROW_WORDS } from './RowChoice.tsx';
import './people.css';

/** All that is known of one person, on a page that prints. */
export function Person() {
  const { key = '' } = useParams({ strict: false });
  const query = useQuery(personQuery(key));
  const { data } = query;
  return (
    <View
      title={data ? data.name || 'Sem nome' : 'Pessoa'}
      lead={data && <Contacts phones={data.phones} emails={data.emails} />}
      actions={data && <Actions person={data} />}
    >
      <Missing query={query} />
      {data && (
        <div className="person">
          <PersonRecords person={data} />
          <Story entries={data.story} />
        </div>
      )}
    </View>
  );
}

function Actions({ person }: { person: PersonDetail }) {
  const [isErasing, setIsErasing] = useState(false);
  const isManager = includesRole(useRole(), 'manager');
  const [isExporting, setIsExporting] = useState(false);
  const { key, items, sales, apart } = person;
  const shown = [
    ...items.map(({ subject }) => subject),
    ...sales.map((sale) => `sale:${sale.platform}:${sale.key}`),
  ];
  // Where no row is in doubt, all that goes into the file stands on this page.
  const save = () =>
    apart.length > 0 || shown.length === 0 || shown.length > MAX_CHOSEN_ROWS
      ? setIsExporting(true)
      : void exportRows(key, shown).catch((error) => warn(explain(error)));
  return (
    <>
      <Link to="/pessoas" search={{}} className="button quiet">
        <Icon name="back" />
        Voltar
      </Link>
      {isManager && (
        <button type="button" className="button" onClick={save}>
          <Icon name="download" />
          JSON
        </button>
      )}
      <button type="button" className="button" onClick={() => window.print()}>
        Imprimir
      </button>
      {isManager && (
        <button type="button" className="button bad" onClick={() => setIsErasing(true)}>
          <Icon name="trash" />
          Apagar tudo
        </button>
      )}
      {isExporting && <Export person={person} onClose={() => setIsExporting(false)} />}
      {isErasing && <Erase person={person} onClose={() => setIsErasing(false)} />}
    </>
  );
}

/** Each row that a person left, with all that it holds, and each sale. */
function PersonRecords({ person }: { person: PersonDetail }) {
  return (
    <div className="person-records">
      {person.items.map((item) => (
        <Record key={item.subject} item={item} />
      ))}
      {person.sales.map((sale) => (
        <section key={`${sale.platform} ${sale.key}`} className="panel record">
          <h2>Compra</h2>
          <p>
            <strong>
              {sale.value_cents === null ? 'Sem valor' : formatCents(sale.value_cents)}
            </strong>{' '}
            <SaleState state={sale.state} />
          </p>
          <p className="muted">
            {[sale.product, namePlatform(sale.platform), sale.transaction]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="muted">{formatWhole(sale.paid_at ?? sale.begun_at)}</p>
        </section>
      ))}
      <Apart rows={person.apart} />
    </div>
  );
}

function Record({ item }: { item: SubjectItem }) {
  const { data } = useQuery(contactQuery(item.subject));
  const isLead = item.stage === null;
  return (
    <section className="panel record">
      <header className="record-head">
        <h2>{isLead ? 'Lead' : 'Aplicação'}</h2>
        <ContactLink subject={item.subject}>Abrir</ContactLink>
      </header>
      {data ? (
        <>
          <Facts detail={data} />
          <Answers answers={data.answers} />
          {data.note && (
            <p className="record-note">
              <strong>Anotação:</strong> {data.note}
            </p>
          )}
        </>
      ) : (
        <p className="muted">{formatWhole(item.created_at)}</p>
      )}
    </section>
  );
}

/** Rows with one of the person's contacts that may be another person's: named, and shown as a person of their own. */
function Apart({ rows }: { rows: readonly PersonRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="panel record">
      <h2>Mesmo contato, talvez outra pessoa</h2>
      <ul className="apart">
        {rows.map(({ key, kind, at, names, differs }) => (
          <li key={key}>
            <Link to="/pessoas/$key" params={{ key }} preload={false}>
              {ROW_WORDS[kind]} de <Typed>{names[0] ?? 'sem nome'}</Typed>
            </Link>{' '}
            <span className="muted">
              {formatWhole(at)}
              {differs.length > 0 && ` · não combina: ${nameFields(differs)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
