import type { SubjectDetail } from '@funil/contract/console/subjects';
import { Link } from '@tanstack/react-router';
import { Moment } from '../parts/Moment.tsx';
import { StateLabel } from './StateLabel.tsx';

/** What else is known by the same phone or e-mail: the same person, as another lead or applicant. */
export function OtherRows({ detail }: { detail: SubjectDetail }) {
  const others = detail.person.filter(({ subject }) => subject !== detail.subject);
  if (others.length === 0) return null;
  return (
    <section>
      <h2>A mesma pessoa também</h2>
      <ul className="other-rows">
        {others.map(({ subject, name, state, created_at }) => {
          const [kind, id = ''] = subject.split(':');
          const isLead = kind === 'lead';
          return (
            <li key={subject}>
              <Link to={isLead ? '/leads/$id' : '/aplicacoes/$id'} params={{ id }} search={{}}>
                <span>
                  {isLead ? 'Lead' : 'Aplicação'} <span className="muted">{name}</span>
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
