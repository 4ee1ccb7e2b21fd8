import type { SubjectDetail, SubjectItem } from '@funil/contract/console/subjects';
import { Link } from '@tanstack/react-router';
import { Moment } from '../parts/Moment.tsx';
import { Typed } from '../parts/Typed.tsx';
import { StateLabel } from './StateLabel.tsx';

/** The person's other rows, and those of the same phone or e-mail that may be another person's. */
export function OtherRows({ detail }: { detail: SubjectDetail }) {
  const others = detail.person.filter(({ subject }) => subject !== detail.subject);
  return (
    <>
      <Rows title="A mesma pessoa também" rows={others} />
      <Rows title="Mesmo contato, talvez outra pessoa" rows={detail.apart} />
    </>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly SubjectItem[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="other-rows">
        {rows.map(({ subject, name, state, created_at }) => {
          const [kind, id = ''] = subject.split(':');
          const isLead = kind === 'lead';
          return (
            <li key={subject}>
              <Link to={isLead ? '/leads/$id' : '/aplicacoes/$id'} params={{ id }} search={{}}>
                <span>
                  {isLead ? 'Lead' : 'Aplicação'}{' '}
                  <span className="muted">
                    <Typed>{name}</Typed>
                  </span>
                </span>
                <StateLabel state={state} />
                <Moment at={created_at} />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
