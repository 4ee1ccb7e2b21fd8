import type { StoredAnswer, SubjectDetail } from '@funil/contract/console/subjects';
import type { ReactNode } from 'react';
import { formatSeconds, formatWhole } from '../parts/moments.ts';
import { Origin } from './Origin.tsx';
import { STAGE_LABELS } from './states.ts';

/** What is known of somebody at a glance. */
export function Facts({ detail }: { detail: SubjectDetail }) {
  const { email, suspect, stage, term, created_at, paid, medium } = detail;
  return (
    <dl className="facts">
      <Fact name="Chegou">{formatWhole(created_at)}</Fact>
      {stage && <Fact name="Aplicação">{STAGE_LABELS[stage]}</Fact>}
      {email && (
        <Fact name="E-mail">
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      )}
      <Fact name="Origem">
        <Origin of={detail} />
      </Fact>
      {medium && <Fact name="Meio">{medium}</Fact>}
      {term && <Fact name="Termo">{term}</Fact>}
      {paid && <Fact name="Compra">Paga</Fact>}
      {suspect && <Fact name="Suspeita">{suspect}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The form's questions, in few words. */
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

/** Returns an answer as operators read it: seconds and timestamps are formatted. */
function show({ field, value }: StoredAnswer): string {
  if (field === 'tempo_jornada_segundos') return formatSeconds(Number(value));
  if (field === 'origem_timestamp') return formatWhole(value);
  return value;
}

/** What somebody answered, in the form's order. */
export function Answers({ answers }: { answers: readonly StoredAnswer[] }) {
  const given = answers.filter(({ value }) => value !== '');
  if (given.length === 0) return null;
  return (
    <section>
      <h2>Respostas</h2>
      <dl className="answers">
        {given.map(({ field, value }) => (
          <div key={field}>
            <dt>{QUESTIONS[field] ?? field}</dt>
            <dd>{show({ field, value })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
