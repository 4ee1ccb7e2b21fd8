import type { Page } from '@funil/contract/console/page';
import type { SaleDetail } from '@funil/contract/console/sales';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, call, explain, readList } from '../api.ts';
import { ContactLink } from '../contacts/ContactLink.tsx';
import { contactQuery } from '../contacts/contact-query.ts';
import { Origin } from '../contacts/Origin.tsx';
import { SearchField } from '../contacts/SearchField.tsx';
import { Moment } from '../parts/Moment.tsx';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';
import { MATCH_WORDS } from './sale-words.ts';
import { type SaleName, salePath, saleQuery } from './sales-query.ts';

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
  const { data } = useQuery({ ...contactQuery(subject), enabled: known === undefined });
  const item = known ?? data;
  return (
    <div className="match-owner">
      {item ? <Person item={item} /> : <ContactLink subject={subject}>Ver a história</ContactLink>}
      {sale.matched_by && <p className="small muted">ligada {MATCH_WORDS[sale.matched_by]}</p>}
    </div>
  );
}

function Person({ item }: { item: SubjectItem }) {
  return (
    <ContactLink subject={item.subject} className="match-person">
      <span className="match-name">{item.name || 'Sem nome'}</span>
      <span className="small muted">
        {item.stage === null ? 'Lead' : 'Aplicação'} · {formatPhone(item.phone)} ·{' '}
        <Moment at={item.created_at} />
      </span>
      <span className="small">
        <Origin of={item} />
      </span>
    </ContactLink>
  );
}

/** Found at once of each list: whoever is not among them is searched for more narrowly. */
const MOST = 4;

async function find(q: string, signal: AbortSignal): Promise<SubjectItem[]> {
  const read = (list: string) => readList<Page<SubjectItem>>(list, { q, limit: MOST }, signal);
  const [leads, applications] = await Promise.all([read('leads'), read('applications')]);
  return [...applications.items, ...leads.items];
}

/** Anybody else, found by name, phone or e-mail. */
function PersonPicker({ onChoose }: { onChoose: (item: SubjectItem) => void }) {
  const [q, setQ] = useState('');
  const search = useCallback((value: string) => setQ(value), []);
  const { data } = useQuery({
    queryKey: ['sale-person', q],
    queryFn: ({ signal }) => find(q, signal),
    enabled: q.length > 1,
  });
  return (
    <details className="picker">
      <summary>Procurar outra pessoa</summary>
      <SearchField value={q} label="Procurar a pessoa desta venda" onChange={search} />
      {data?.length === 0 && <p className="muted">Ninguém com “{q}”.</p>}
      <ul className="match-list">
        {data?.map((item) => (
          <li key={item.subject}>
            <span>
              <span className="match-name">{item.name || 'Sem nome'}</span>
              <span className="small muted">
                {item.stage === null ? 'Lead' : 'Aplicação'} · {formatPhone(item.phone)}
              </span>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`É esta pessoa: ${item.name}`}
              onClick={() => onChoose(item)}
            >
              É esta
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Whose a sale is: somebody's, nobody's, or as its notices say. */
type Wish = { readonly subject: string | null } | 'automatic';

const CHANGED = 'Outra pessoa decidiu de quem é esta venda enquanto isso. Veja como está agora.';

function show(detail: SaleDetail): void {
  queryClient.setQueryData(saleQuery(detail).queryKey, detail);
  for (const name of ['sales', 'subject', 'report', 'today']) {
    void queryClient.invalidateQueries({ queryKey: [name] });
  }
}

/** @param decided the decision that this one takes the place of: another's stays */
async function save(sale: SaleName, wish: Wish, decided: string | null): Promise<SaleDetail> {
  const detail = await call<SaleDetail>(`${salePath(sale)}/match`, {
    ...(wish === 'automatic'
      ? { method: 'DELETE', query: { decided: decided ?? undefined } }
      : { method: 'PUT', body: { ...wish, decided } }),
  });
  show(detail);
  return detail;
}

function fail(error: unknown): void {
  const isChanged = error instanceof ApiError && error.code === 'changed';
  if (isChanged) show(error.current as SaleDetail);
  warn(isChanged ? CHANGED : explain(error));
}

/** Says whose a sale is, and offers the way back to what was said before. */
async function matchSale(sale: SaleDetail, wish: Wish, words: string): Promise<void> {
  const before: Wish = sale.decided === null ? 'automatic' : { subject: sale.subject };
  try {
    const { decided } = await save(sale, wish, sale.decided);
    tell(words, {
      label: 'Desfazer',
      act: () => void save(sale, before, decided).then(() => tell('Desfeito.'), fail),
    });
  } catch (error) {
    fail(error);
  }
}
