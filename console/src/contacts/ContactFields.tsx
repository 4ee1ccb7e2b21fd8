import { fieldLabel } from '@funil/contract/console/answer-labels';
import { STAGE_LABELS } from '@funil/contract/console/labels';
import type { FullContact, StoredAnswer } from '@funil/contract/contacts/contacts';
import { formatSeconds } from '@funil/contract/durations';
import { FieldList } from '../parts/FieldList.tsx';
import { formatFullTime } from '../parts/time/format-time.ts';
import { Origin } from './Origin.tsx';

export function ContactFields({ contact }: { contact: FullContact }) {
  const { email, stage, term, created_at, paid, medium } = contact;
  return (
    <FieldList
      fields={[
        ['Chegou', formatFullTime(created_at)],
        ['Aplicação', stage && STAGE_LABELS[stage]],
        ['E-mail', email && <a href={`mailto:${email}`}>{email}</a>],
        ['Origem', <Origin key="origin" origin={contact} />],
        ['Meio', medium],
        ['Termo', term],
        ['Compra', paid && 'Paga'],
      ]}
    />
  );
}

function formatAnswer({ field, value }: StoredAnswer): string {
  if (field === 'tempo_jornada_segundos') return formatSeconds(Number(value));
  if (field === 'origem_timestamp') return formatFullTime(value);
  return value;
}

const VISIT_FIELDS: readonly string[] = [
  'origem_timestamp',
  'tempo_jornada_segundos',
  'paginas_visitadas',
  'botoes_clicados',
];

interface ContactAnswersProps {
  answers: readonly StoredAnswer[];
  part: 'answers' | 'visit';
}

export function ContactAnswers({ answers, part }: ContactAnswersProps) {
  const isVisit = part === 'visit';
  const filledAnswers = answers.filter(
    ({ field, value }) => value !== '' && VISIT_FIELDS.includes(field) === isVisit,
  );
  // A lead that was imported from a file visited no page, so the view has no section about the visit.
  const isWithoutVisit = answers.some(
    ({ field, value }) => field === 'paginas_visitadas' && value === '0',
  );
  if (filledAnswers.length === 0 || (isVisit && isWithoutVisit)) return null;
  return (
    <section>
      <h2>{isVisit ? 'A visita' : 'Respostas'}</h2>
      <dl className="grid gap-3.5">
        {filledAnswers.map((answer) => (
          <div key={answer.field}>
            <dt className="text-muted text-small">{answer.label ?? fieldLabel(answer.field)}</dt>
            <dd className="whitespace-pre-wrap">{formatAnswer(answer)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
