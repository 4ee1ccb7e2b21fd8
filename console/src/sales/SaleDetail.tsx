import type { SaleDetail as Sale, SaleNotice } from '@funil/contract/console/sales';
import { formatCents } from '@funil/contract/money';
import { formatPhone } from '@funil/contract/phone';
import { namePlatform } from '@funil/contract/platforms';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ConversationLink, Message } from '../contacts/ConversationLink.tsx';
import { noteConversationWith } from '../contacts/change-contact.ts';
import { type Fact, FactList } from '../contacts/Facts.tsx';
import { fillingFor } from '../contacts/message.ts';
import { Origin } from '../contacts/Origin.tsx';
import '../contacts/contacts.css';
import { templatesQuery } from '../contacts/queries.ts';
import { Detail } from '../parts/Detail.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatFullTime } from '../parts/format-time.ts';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { contextQuery } from '../session/context.ts';
import { CheckoutLink } from './CheckoutLink.tsx';
import { saleQuery } from './queries.ts';
import { SaleMatch } from './SaleMatch.tsx';
import { nameMethod, readSalesSearch, SALE_WORDS, SaleState } from './states.tsx';
import './sales.css';

/** One sale: payment, lead, and the platform's notices. */
export function SaleDetail() {
  const { platform = '', key = '' } = useParams({ strict: false });
  const query = useQuery(saleQuery({ platform, key }));
  const { data } = query;
  const name = data && (data.buyer_name ?? data.buyer_email ?? 'Sem nome');
  return (
    <Detail
      key={`${platform} ${key}`}
      name={name}
      list={{ to: '/vendas', search: readSalesSearch }}
    >
      <QueryStatus query={query} />
      {data && <Body sale={data} />}
    </Detail>
  );
}

function Body({ sale }: { sale: Sale }) {
  return (
    <div className="detail-body">
      <section className="sale-sum">
        {sale.value_cents === null ? (
          <p className="muted">Valor ainda não informado</p>
        ) : (
          <p className="sale-amount">{formatCents(sale.value_cents)}</p>
        )}
        <SaleState state={sale.state} />
      </section>
      <SaleContact sale={sale} />
      <SaleMatch sale={sale} />
      {sale.subject !== null && sale.state !== 'paid' && (
        <CheckoutLink
          person={{ subject: sale.subject, name: sale.buyer_name ?? '', wa: sale.wa }}
        />
      )}
      <SaleFacts sale={sale} />
      <SaleNotices notices={sale.notices} />
    </div>
  );
}

/** A sale's fields and the times of its states. */
function SaleFacts({ sale }: { sale: Sale }) {
  const at = (name: string, iso: string | null): Fact => [name, iso && formatFullTime(iso)];
  const facts: Fact[] = [
    ['Origem', sale.origin && <Origin key="origin" of={sale.origin} />],
    ['Meio', sale.origin?.medium],
    ['Produto', sale.product],
    ['Plataforma', namePlatform(sale.platform)],
    ['Pagamento', nameMethod(sale.method)],
    ['Transação', sale.transaction],
    ['Devolvido', sale.refunded_cents ? formatCents(sale.refunded_cents) : null],
    at('Começou', sale.begun_at),
    at('Emitida', sale.pending_at),
    at('Paga', sale.paid_at),
    at(sale.state === 'paid' ? 'Reembolso parcial' : 'Reembolso', sale.refunded_at),
    at('Contestação', sale.chargeback_at),
    ['Telefone', sale.buyer_phone && formatPhone(sale.buyer_phone)],
    ['E-mail', sale.buyer_email],
  ];
  return <FactList facts={facts} />;
}

/** One press to the buyer; where a Pix or boleto is open, with the reminder already written. */
function SaleContact({ sale }: { sale: Sale }) {
  const templates = useQuery(templatesQuery).data?.items;
  const context = useQuery(contextQuery).data;
  const isOpen = sale.state === 'pending' || sale.state === 'abandoned';
  const template = isOpen ? templates?.find((each) => each.for === 'pending') : undefined;
  const text = template?.text ?? '';
  if (sale.wa === null) return null;
  const filling = fillingFor(sale.buyer_name ?? '', context, sale.product);
  return (
    <section className="contact" aria-label="Conversa">
      <ConversationLink
        digits={sale.wa}
        text={text}
        filling={filling}
        subject={sale.subject}
        className="button main contact-main"
        data-whatsapp-main
        onOpen={() => noteConversationWith(sale.subject, template?.id ?? null)}
      >
        <WhatsappIcon />
        {isOpen ? 'Lembrar' : 'Chamar'} {formatPhone(sale.buyer_phone ?? sale.wa)}
      </ConversationLink>
      <Message text={text} filling={filling} subject={sale.subject} />
    </section>
  );
}

const isState = (kind: string): kind is keyof typeof SALE_WORDS => Object.hasOwn(SALE_WORDS, kind);
const nameKind = (kind: string | null) =>
  kind === null ? 'Aviso' : isState(kind) ? SALE_WORDS[kind].label : kind;

/** The platform's notices about this sale, the newest first. */
function SaleNotices({ notices }: { notices: readonly SaleNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <section>
      <h2>Avisos da plataforma</h2>
      <ul className="notices-list">
        {notices.map(({ id, kind, received_at, trouble }) => (
          <li key={id}>
            <span>{nameKind(kind)}</span>
            <time dateTime={received_at} className="muted small">
              {formatFullTime(received_at)}
            </time>
            {trouble !== null && <span className="field-error">{trouble}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
