import { MATCH_LABELS } from '@funil/contract/console/labels';
import type { ContactItem } from '@funil/contract/contacts/contacts';
import { groupPhone } from '@funil/contract/contacts/international-phone';
import type { SaleDetail } from '@funil/contract/sales/sales';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changeRow, conflictExplainer, readList } from '../api.ts';
import { Origin } from '../contacts/Origin.tsx';
import { contactQuery } from '../contacts/queries.ts';
import { Button } from '../parts/Button.tsx';
import { ContactLink } from '../parts/ContactLink.tsx';
import { SearchField } from '../parts/list/SearchField.tsx';
import { contactName } from '../parts/person-names.ts';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showToast, showUndoable } from '../parts/toast.ts';
import { isSearchTerm } from '../people/queries.ts';
import { type SaleParams, saleParams, storeSale } from './queries.ts';

export function SaleMatch({ sale }: { sale: SaleDetail }) {
  const { subject, decided } = sale;
  const otherCandidates = sale.candidate_items.filter((item) => item.subject !== subject);
  const chooseContact = (item: ContactItem) =>
    void matchSale(sale, { subject: item.subject }, `Venda ligada a ${contactName(item)}.`);
  return (
    <section className="stack">
      <h2>De quem é</h2>
      {subject === null ? (
        <p className="text-muted">{explainUnmatched(sale)}</p>
      ) : (
        <MatchedContact sale={sale} contactKey={subject} />
      )}
      {otherCandidates.length > 0 && (
        <>
          <p className="text-small font-semibold">
            {subject === null ? 'Pode ser' : 'Também pode ser'}
          </p>
          <Candidates items={otherCandidates} onChoose={chooseContact}>
            {(item) => <ContactCard item={item} />}
          </Candidates>
        </>
      )}
      <ContactSearch onChoose={chooseContact} />
      <div className="buttons">
        {subject !== null && (
          <Button onClick={() => void matchSale(sale, { subject: null }, 'Venda sem lead.')}>
            Não é desta pessoa
          </Button>
        )}
        {decided !== null && (
          <Button onClick={() => void matchSale(sale, 'automatic', 'De volta ao automático.')}>
            Voltar ao automático
          </Button>
        )}
      </div>
    </section>
  );
}

function explainUnmatched({ matched_by, candidates }: SaleDetail): string {
  if (matched_by === 'hand') return 'Alguém disse à mão que não é de nenhum lead.';
  if (candidates === 0) return 'Nenhum lead foi achado por link, telefone ou e-mail.';
  return 'O telefone é o de um lead, mas o nome e o e-mail são de outra pessoa: a venda não conta para ele. Se for a mesma pessoa, escolha-a abaixo.';
}

function MatchedContact({ sale, contactKey }: { sale: SaleDetail; contactKey: string }) {
  const candidate = sale.candidate_items.find((item) => item.subject === contactKey);
  const { data } = useQuery({ ...contactQuery(contactKey), enabled: candidate === undefined });
  const contact = candidate ?? data;
  return (
    <div className="box px-3.5 py-3 border-l-3 border-l-mark">
      {contact ? (
        <ContactCard item={contact} />
      ) : (
        <ContactLink contactKey={contactKey}>Ver a história</ContactLink>
      )}
      {sale.matched_by && (
        <p className="text-small text-muted">ligada {MATCH_LABELS[sale.matched_by]}</p>
      )}
    </div>
  );
}

const ContactCard = ({ item }: { item: ContactItem }) => (
  <ContactLink
    contactKey={item.subject}
    className="group grid grid-cols-1 content-center min-h-11 no-underline"
  >
    <span className="font-semibold group-hover:underline">{contactName(item)}</span>
    <span className="text-small text-muted">
      {describeContact(item)} · <Time at={item.created_at} />
    </span>
    <span className="text-small">
      <Origin origin={item} />
    </span>
  </ContactLink>
);

const describeContact = ({ stage, phone }: ContactItem) =>
  `${stage === null ? 'Lead' : 'Aplicação'} · ${groupPhone(phone)}`;

interface CandidatesProps {
  items: readonly ContactItem[];
  onChoose: (item: ContactItem) => void;
  children: (item: ContactItem) => ReactNode;
}

const Candidates = ({ items, onChoose, children }: CandidatesProps) => (
  <ul>
    {items.map((item) => (
      <li
        key={item.subject}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-2 border-t"
      >
        {children(item)}
        <Button aria-label={`É esta pessoa: ${contactName(item)}`} onClick={() => onChoose(item)}>
          É esta
        </Button>
      </li>
    ))}
  </ul>
);

const MAX_FOUND_PER_LIST = 4;

async function findContacts(typedName: string, signal: AbortSignal): Promise<ContactItem[]> {
  const query = { q: typedName, limit: MAX_FOUND_PER_LIST };
  const [leads, applications] = await Promise.all([
    readList('GET leads', query, signal),
    readList('GET applications', query, signal),
  ]);
  return [...applications.items, ...leads.items];
}

function ContactSearch({ onChoose }: Pick<CandidatesProps, 'onChoose'>) {
  const [q, setQ] = useState('');
  const { data } = useQuery({
    queryKey: ['sale-person', q],
    meta: { tables: ['erasures'] },
    queryFn: ({ signal }) => findContacts(q, signal),
    enabled: isSearchTerm(q),
  });
  return (
    <details className="fold">
      <summary>Procurar outra pessoa</summary>
      <div className="grid gap-2">
        <SearchField value={q} label="Procurar a pessoa desta venda" onChange={setQ} />
        {data?.length === 0 && <p className="text-muted">Ninguém com “{q}”.</p>}
        <Candidates items={data ?? []} onChoose={onChoose}>
          {(item) => (
            <span>
              <span className="block font-semibold">{contactName(item)}</span>
              <span className="text-small text-muted">{describeContact(item)}</span>
            </span>
          )}
        </Candidates>
      </div>
    </details>
  );
}

/** An operator's decision (a null `subject` means no contact), or the server's own match. */
type Match = { readonly subject: string | null } | 'automatic';

const explainMatching = conflictExplainer(
  'Outra pessoa decidiu de quem é esta venda enquanto isso. Veja como está agora.',
);

/** @param decided the decision to replace; the server refuses the request if another operator has decided since */
async function saveMatch(
  sale: SaleParams,
  match: Match,
  decided: string | null,
): Promise<SaleDetail> {
  const params = saleParams(sale);
  const query = { decided: decided ?? undefined };
  const saved =
    match === 'automatic'
      ? await changeRow('DELETE sales/:platform/:key/match', { params, query })
      : await changeRow('PUT sales/:platform/:key/match', { params, body: { ...match, decided } });
  storeSale(saved.ok ? saved.response : saved.current);
  if (!saved.ok) throw saved.error;
  return saved.response;
}

async function matchSale(sale: SaleDetail, match: Match, toastText: string): Promise<void> {
  const previousMatch: Match = sale.decided === null ? 'automatic' : { subject: sale.subject };
  const changeMatch = async () => {
    const { decided } = await saveMatch(sale, match, sale.decided);
    const undo = async () => {
      await saveMatch(sale, previousMatch, decided);
      showToast('Desfeito.');
    };
    showUndoable(toastText, undo, explainMatching);
  };
  await runWithErrorToast(changeMatch, [], explainMatching);
}
