import type { SubjectDetail } from '@funil/contract/console/subjects';
import type { ReactNode } from 'react';
import { formatWhole } from '../parts/moments.ts';
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
