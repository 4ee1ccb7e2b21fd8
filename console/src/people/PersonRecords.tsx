import type { PersonDetail } from '@funil/contract/console/people';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { namePlatform } from '@funil/contract/platforms';
import { useQuery } from '@tanstack/react-query';
import { formatWhole } from '../parts/moments.ts';
import { formatCents } from '../parts/money.ts';
import { SaleState } from '../sales/SaleState.tsx';
import { Answers } from '../subjects/Answers.tsx';
import { Facts } from '../subjects/Facts.tsx';
import { SubjectLink } from '../subjects/SubjectLink.tsx';
import { subjectQuery } from '../subjects/subject-query.ts';
import { Apart } from './Apart.tsx';

/** Each row that a person left, with all that it holds, and each sale. */
export function PersonRecords({ person }: { person: PersonDetail }) {
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
  const { data } = useQuery(subjectQuery(item.subject));
  const isLead = item.stage === null;
  return (
    <section className="panel record">
      <header className="record-head">
        <h2>{isLead ? 'Lead' : 'Aplicação'}</h2>
        <SubjectLink subject={item.subject}>Abrir</SubjectLink>
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
