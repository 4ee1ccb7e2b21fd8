import type { SaleDetail } from '@funil/contract/console/sales';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { Moment } from '../parts/Moment.tsx';
import { Origin } from '../subjects/Origin.tsx';
import { SubjectLink } from '../subjects/SubjectLink.tsx';
import { subjectQuery } from '../subjects/subject-query.ts';
import { matchSale } from './match-sale.ts';
import { PersonPicker } from './PersonPicker.tsx';
import { MATCH_WORDS } from './sale-words.ts';

/** Whose sale it is, who else it may be, and the hand that decides. */
export function SaleMatch({ sale }: { sale: SaleDetail }) {
  const { subject } = sale;
  const others = sale.candidate_items.filter((item) => item.subject !== subject);
  const choose = (item: SubjectItem) =>
    void matchSale(sale, { subject: item.subject }, `Venda ligada a ${item.name || 'sem nome'}.`);
  return (
    <section className="match">
      <h2>De quem é</h2>
      {subject !== null && <Matched sale={sale} subject={subject} />}
      {subject === null && <p className="muted">{explainNone(sale)}</p>}
      {others.length > 0 && (
        <>
          <p className="field-label">{subject === null ? 'Pode ser' : 'Também pode ser'}</p>
          <ul className="match-list">
            {others.map((item) => (
              <li key={item.subject}>
                <Person item={item} />
                <button
                  type="button"
                  className="button"
                  aria-label={`É esta pessoa: ${item.name}`}
                  onClick={() => choose(item)}
                >
                  É esta
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <PersonPicker onChoose={choose} />
      <div className="match-actions">
        {subject !== null && (
          <button
            type="button"
            className="button"
            onClick={() => void matchSale(sale, { subject: null }, 'Venda sem lead.')}
          >
            Não é desta pessoa
          </button>
        )}
        {sale.decided !== null && (
          <button
            type="button"
            className="button"
            onClick={() => void matchSale(sale, 'automatic', 'De volta ao automático.')}
          >
            Voltar ao automático
          </button>
        )}
      </div>
    </section>
  );
}

function explainNone({ matched_by, candidates }: SaleDetail): string {
  if (matched_by === 'hand') return 'Alguém disse à mão que não é de nenhum lead.';
  if (candidates === 0) return 'Nenhum lead foi achado por link, telefone ou e-mail.';
  return 'O telefone é o de um lead, mas o nome e o e-mail são de outra pessoa: a venda não conta para ele. Se for a mesma pessoa, escolha-a abaixo.';
}

function Matched({ sale, subject }: { sale: SaleDetail; subject: string }) {
  const known = sale.candidate_items.find((item) => item.subject === subject);
  const { data } = useQuery({ ...subjectQuery(subject), enabled: known === undefined });
  const item = known ?? data;
  return (
    <div className="match-owner">
      {item ? <Person item={item} /> : <SubjectLink subject={subject}>Ver a história</SubjectLink>}
      {sale.matched_by && <p className="small muted">ligada {MATCH_WORDS[sale.matched_by]}</p>}
    </div>
  );
}

function Person({ item }: { item: SubjectItem }) {
  return (
    <SubjectLink subject={item.subject} className="match-person">
      <span className="match-name">{item.name || 'Sem nome'}</span>
      <span className="small muted">
        {item.stage === null ? 'Lead' : 'Aplicação'} · {formatPhone(item.phone)} ·{' '}
        <Moment at={item.created_at} />
      </span>
      <span className="small">
        <Origin of={item} />
      </span>
    </SubjectLink>
  );
}
