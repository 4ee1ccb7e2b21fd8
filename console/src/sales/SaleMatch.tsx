import type { ContactItem } from '@funil/contract/console/contacts';
import type { Page } from '@funil/contract/console/page';
import type { SaleDetail } from '@funil/contract/console/sales';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, explain, readList } from '../api.ts';
import { ContactLink } from '../contacts/ContactLink.tsx';
import { Origin } from '../contacts/Origin.tsx';
import { contactQuery } from '../contacts/queries.ts';
import { refreshTables } from '../live/refresh.ts';
import { SearchField } from '../parts/SearchField.tsx';
import { Time } from '../parts/Time.tsx';
import { runAction, showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { type SaleName, salePath, saleQuery } from './queries.ts';
import { MATCH_WORDS } from './states.tsx';

/** The person a sale is matched to, other candidates, and the operator's decision. */
export function SaleMatch({ sale }: { sale: SaleDetail }) {
  const { subject } = sale;
  const others = sale.candidate_items.filter((item) => item.subject !== subject);
  const choose = (item: ContactItem) =>
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
                <ChooseButton item={item} onChoose={choose} />
              </li>
            ))}
          </ul>
        </>
      )}
      <PersonPicker onChoose={choose} />
      <div className="buttons">
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
    <div className="box match-owner">
      {item ? <Person item={item} /> : <ContactLink subject={subject}>Ver a história</ContactLink>}
      {sale.matched_by && <p className="small muted">ligada {MATCH_WORDS[sale.matched_by]}</p>}
    </div>
  );
}

function Person({ item }: { item: ContactItem }) {
  return (
    <ContactLink subject={item.subject} className="match-person">
      <span className="match-name">{item.name || 'Sem nome'}</span>
      <span className="small muted">
        {item.stage === null ? 'Lead' : 'Aplicação'} · {formatPhone(item.phone)} ·{' '}
        <Time at={item.created_at} />
      </span>
      <span className="small">
        <Origin of={item} />
      </span>
    </ContactLink>
  );
}

const MAX_FOUND_PER_LIST = 4;

async function find(q: string, signal: AbortSignal): Promise<ContactItem[]> {
  const read = (list: string) =>
    readList<Page<ContactItem>>(list, { q, limit: MAX_FOUND_PER_LIST }, signal);
  const [leads, applications] = await Promise.all([read('leads'), read('applications')]);
  return [...applications.items, ...leads.items];
}

interface ChooseProps {
  item: ContactItem;
  onChoose: (item: ContactItem) => void;
}

const ChooseButton = ({ item, onChoose }: ChooseProps) => (
  <button
    type="button"
    className="button"
    aria-label={`É esta pessoa: ${item.name}`}
    onClick={() => onChoose(item)}
  >
    É esta
  </button>
);

/** Any other person, found by name, phone or e-mail. */
function PersonPicker({ onChoose }: Pick<ChooseProps, 'onChoose'>) {
  const [q, setQ] = useState('');
  const { data } = useQuery({
    queryKey: ['sale-person', q],
    queryFn: ({ signal }) => find(q, signal),
    enabled: q.length > 1,
  });
  return (
    <details className="picker">
      <summary>Procurar outra pessoa</summary>
      <SearchField value={q} label="Procurar a pessoa desta venda" onChange={setQ} />
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
            <ChooseButton item={item} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A decision: a person, no person (null), or the automatic match. */
type Wish = { readonly subject: string | null } | 'automatic';

const explainMatching = (error: unknown): string =>
  error instanceof ApiError && error.code === 'changed'
    ? 'Outra pessoa decidiu de quem é esta venda enquanto isso. Veja como está agora.'
    : explain(error);

function show(detail: SaleDetail): void {
  queryClient.setQueryData(saleQuery(detail).queryKey, detail);
  refreshTables(['sales']);
}

/** @param decided the decision that this one replaces: another operator's stays */
async function save(sale: SaleName, wish: Wish, decided: string | null): Promise<SaleDetail> {
  try {
    const detail = await call<SaleDetail>(`${salePath(sale)}/match`, {
      ...(wish === 'automatic'
        ? { method: 'DELETE', query: { decided: decided ?? undefined } }
        : { method: 'PUT', body: { ...wish, decided } }),
    });
    show(detail);
    return detail;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'changed') show(error.current as SaleDetail);
    throw error;
  }
}

/** Sets whose a sale is, and offers to undo it. */
async function matchSale(sale: SaleDetail, wish: Wish, words: string): Promise<void> {
  const before: Wish = sale.decided === null ? 'automatic' : { subject: sale.subject };
  const change = async () => {
    const { decided } = await save(sale, wish, sale.decided);
    const undo = async () => {
      await save(sale, before, decided);
      showToast('Desfeito.');
    };
    showToast(words, {
      label: 'Desfazer',
      onClick: () => void runAction(undo, [], explainMatching),
    });
  };
  await runAction(change, [], explainMatching);
}
