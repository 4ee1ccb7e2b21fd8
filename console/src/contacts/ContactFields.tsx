import type { FullContact, StoredAnswer } from '@funil/contract/console/contacts';
import type { ReactNode } from 'react';
import { formatFullTime, formatSeconds } from '../parts/format-time.ts';
import { Origin } from './Origin.tsx';
import { STAGE_LABELS } from './states.tsx';

/** A field without a value is not shown. */
export type Field = readonly [name: string, value: ReactNode];

export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="facts">
      {fields.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function ContactFields({ contact }: { contact: FullContact }) {
  const { email, suspect, stage, term, created_at, paid, medium } = contact;
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
        ['Suspeita', suspect],
      ]}
    />
  );
}

/** Short labels for the form's fields. */
const QUESTIONS: Record<string, string> = {
  instagram: 'Instagram',
  empresa: 'Empresa',
  cargo: 'Cargo',
  faturamento: 'Faturamento',
  principais_desafios: 'Principais desafios',
  objetivos_movimento: 'Objetivos',
  cronograma: 'Cronograma',
  orcamento_investimento: 'Orçamento',
  experiencia_anterior: 'Experiência anterior',
  tempo_jornada_segundos: 'Tempo na página',
  paginas_visitadas: 'Páginas vistas',
  botoes_clicados: 'Botões clicados',
  origem_timestamp: 'Primeira visita',
};

function formatAnswer({ field, value }: StoredAnswer): string {
  if (field === 'tempo_jornada_segundos') return formatSeconds(Number(value));
  if (field === 'origem_timestamp') return formatFullTime(value);
  return value;
}

export function Answers({ answers }: { answers: readonly StoredAnswer[] }) {
  const filled = answers.filter(({ value }) => value !== '');
  if (filled.length === 0) return null;
  return (
    <section>
      <h2>Respostas</h2>
      <dl className="answers">
        {filled.map(({ field, value }) => (
          <div key={field}>
            <dt>{QUESTIONS[field] ?? field}</dt>
            <dd className="pre-wrap">{formatAnswer({ field, value })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
