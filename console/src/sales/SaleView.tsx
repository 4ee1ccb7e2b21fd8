import { saleStateLabel } from '@funil/contract/console/labels';
import { noticeErrorLabel } from '@funil/contract/console/notice-labels';
import { groupPhone } from '@funil/contract/contacts/international-phone';
import { formatAmount, formatCents, readCents } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/sales/platforms';
import { productLabel } from '@funil/contract/sales/product-label';
import { hasUnstatedRefund } from '@funil/contract/sales/sale-record';
import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import type { SaleDetail, SaleReportItem } from '@funil/contract/sales/sales';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api.ts';
import { CheckoutLink } from '../contacts/CheckoutLink.tsx';
import { MainConversationLink, MessagePreview } from '../contacts/ConversationLink.tsx';
import { recordSaleConversation } from '../contacts/change-contact.ts';
import { TEMPLATE_USE_BY_SALE_STATE, useMessages } from '../contacts/message.ts';
import { Origin } from '../contacts/Origin.tsx';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Detail } from '../parts/Detail.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { FieldList, type LabeledField } from '../parts/FieldList.tsx';
import { TextField } from '../parts/Fields.tsx';
import { buyerName } from '../parts/person-names.ts';
import { methodLabel, SaleStateMark, sourceLabel } from '../parts/sale-labels.tsx';
import { readSalesSearch, SALE_LISTS } from '../parts/sales-search.ts';
import { formatFullTime } from '../parts/time/format-time.ts';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showToast, showUndoable } from '../parts/toast.ts';
import { PersonData } from '../people/PersonData.tsx';
import { saleParams, saleQuery, storeSale } from './queries.ts';
import { SaleMatch } from './SaleMatch.tsx';

export function SaleView() {
  const { platform = '', key = '' } = useParams({ strict: false });
  const listPath = useRouterState({
    select: ({ location }) => SALE_LISTS.find((path) => location.pathname.startsWith(path)),
  });
  const query = useQuery(saleQuery({ platform, key }));
  const { data, error } = query;
  const name = data && buyerName(data);
  return (
    <Detail
      key={`${platform} ${key}`}
      name={name}
      error={error}
      list={{ to: listPath ?? '/vendas', search: readSalesSearch }}
    >
      <QueryStatus query={query} />
      {data && <SaleBody sale={data} />}
    </Detail>
  );
}

function SaleBody({ sale }: { sale: SaleDetail }) {
  return (
    <>
      <section className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        {sale.value_cents === null ? (
          <p className="text-muted">Valor ainda não informado</p>
        ) : (
          <p className="font-display text-[min(2.25rem,9.5vw)] font-bold">
            {formatCents(sale.value_cents)}
          </p>
        )}
        <SaleStateMark state={sale.state} />
      </section>
      {sale.source === 'import' && <p className="text-muted">Veio de um arquivo.</p>}
      {sale.source === 'api' && (
        <p className="text-muted">
          Veio da conferência com a {platformLabel(sale.platform)}: o aviso não chegou.
        </p>
      )}
      {sale.is_test && (
        <p className="box">
          {sale.is_marked_test ? 'Marcada como sua compra de teste' : 'É um teste da plataforma'}:
          não conta em nenhum número.
        </p>
      )}
      {sale.paid_at !== null && <SaleMoney sale={sale} />}
      <SaleRefund sale={sale} />
      <SaleContact sale={sale} />
      {sale.payment_code !== null && <PaymentCode code={sale.payment_code} />}
      <SaleMatch sale={sale} />
      {sale.subject !== null && sale.state !== 'paid' && (
        <CheckoutLink
          contact={{ ...sale, subject: sale.subject, name: sale.buyer_name ?? '' }}
          sale={sale}
        />
      )}
      <SaleFields sale={sale} />
      {(sale.is_marked_test || !sale.is_test) && <SaleTest sale={sale} />}
      <SaleNotices notices={sale.notices} />
      {(sale.buyer_phone ?? sale.buyer_email) !== null && (
        <PersonData
          rowKey={toSaleSubject({ platform: sale.platform, sale_key: sale.key })}
          name={sale.buyer_name ?? ''}
        />
      )}
    </>
  );
}

function SaleMoney({ sale }: { sale: SaleDetail }) {
  const { value_cents, net_cents, refunded_cents } = sale;
  const feesCents = value_cents === null || net_cents === null ? null : value_cents - net_cents;
  const formatKnown = (cents: number | null) =>
    cents === null ? 'não informado' : formatCents(cents);
  return (
    <section>
      <h2>Dinheiro</h2>
      <FieldList
        fields={[
          ['Vendido', formatKnown(value_cents)],
          ['Taxas e comissões', formatKnown(feesCents)],
          ['Líquido', formatKnown(net_cents)],
          ['Devolvido', formatKnown(refunded_cents)],
        ]}
      />
    </section>
  );
}

function SaleFields({ sale }: { sale: SaleDetail }) {
  const timeField = (name: string, iso: string | null): LabeledField => [
    name,
    iso && formatFullTime(iso),
  ];
  const fields: LabeledField[] = [
    ['Origem', sale.origin && <Origin key="origin" origin={sale.origin} />],
    ['Meio', sale.origin?.medium],
    ['Produto', sale.product && productLabel(sale.product)],
    ['Plataforma', platformLabel(sale.platform)],
    ['Pagamento', methodLabel(sale.method)],
    ['Parcelas', (sale.installments ?? 1) > 1 && `${sale.installments}×`],
    ['Cobrança', sale.charge_number && `${sale.charge_number}ª`],
    ['Transação', sale.transaction],
    ['Pedido', sale.order_id === sale.key ? null : sale.order_id],
    timeField('Começou', sale.begun_at),
    timeField('Emitida', sale.pending_at),
    timeField('Vence', sale.expires_at),
    timeField('Paga', sale.paid_at),
    timeField(sale.state === 'paid' ? 'Reembolso parcial' : 'Reembolso', sale.refunded_at),
    timeField('Contestação', sale.chargeback_at),
    ['Telefone', sale.buyer_phone && groupPhone(sale.buyer_phone)],
    ['E-mail', sale.buyer_email],
  ];
  return <FieldList fields={fields} />;
}

function SaleContact({ sale }: { sale: SaleDetail }) {
  const { templateFor, valuesForSale } = useMessages();
  const isOpen = sale.state === 'pending' || sale.state === 'abandoned';
  const template = templateFor(TEMPLATE_USE_BY_SALE_STATE[sale.state]);
  if (sale.whatsapp === null) return null;
  const message = { text: template?.text ?? '', values: valuesForSale(sale) };
  return (
    <section className="stack" aria-label="Conversa">
      <MainConversationLink
        {...message}
        whatsapp={sale.whatsapp}
        verb={isOpen ? 'Lembrar' : 'Chamar'}
        whom={groupPhone(sale.buyer_phone ?? sale.whatsapp)}
        onOpen={() => recordSaleConversation(sale.subject, template?.id ?? null)}
      />
      <MessagePreview {...message} />
    </section>
  );
}

/** Stands apart, so that the operator can send the code in a message that the buyer can copy at once. */
const PaymentCode = ({ code }: { code: string }) => (
  <section className="stack">
    <h2>Copia e cola</h2>
    <code className="box break-all">{code}</code>
    <CopyButton text={code} textName="código" />
  </section>
);

function kindLabel(kind: string | null): string {
  if (kind === 'partial_refund') return 'Devolução parcial';
  return kind === null ? 'Aviso' : saleStateLabel(kind);
}

function SaleNotices({ notices }: { notices: readonly SaleReportItem[] }) {
  if (notices.length === 0) return null;
  return (
    <section>
      <h2>Avisos da plataforma</h2>
      <ul className="lines">
        {notices.map(({ id, kind, received_at, source, read_error }) => (
          <li key={id} className="grid gap-0.5 py-2 sm:grid-cols-[1fr_auto]">
            <span>{[kindLabel(kind), sourceLabel(source)].filter(Boolean).join(' · ')}</span>
            <Time at={received_at} className="text-muted text-small">
              {formatFullTime(received_at)}
            </Time>
            {read_error !== null && (
              <span className="text-small text-bad">{noticeErrorLabel(read_error)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SaleTest({ sale }: { sale: SaleDetail }) {
  const isMarked = sale.is_marked_test;
  return (
    <section className="stack">
      <h2>Compra de teste</h2>
      {!isMarked && (
        <p className="text-muted">
          Foi você quem comprou, para testar? Marque, e ela não conta em nenhum número.
        </p>
      )}
      <Button onClick={() => void markTest(sale, !isMarked)}>
        {isMarked ? 'Não é teste' : 'Minha compra de teste'}
      </Button>
    </section>
  );
}

async function markTest(sale: SaleDetail, isTest: boolean): Promise<void> {
  const saveTestMark = async (next: boolean) =>
    storeSale(
      await call(`${next ? 'PUT' : 'DELETE'} sales/:platform/:key/test`, {
        params: saleParams(sale),
      }),
    );
  const undo = async () => {
    await saveTestMark(!isTest);
    showToast('Desfeito.');
  };
  await runWithErrorToast(async () => {
    await saveTestMark(isTest);
    showUndoable(isTest ? 'A venda não conta mais.' : 'A venda conta de novo.', undo);
  });
}

function SaleRefund({ sale }: { sale: SaleDetail }) {
  const { value_cents, stated_refund_cents: statedCents } = sale;
  const [error, setError] = useState<string | null>(null);
  if (!hasUnstatedRefund(sale) && statedCents === null) return null;

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const readText = () => String(new FormData(form).get('cents')).trim();
    const text = readText();
    const cents = readCents(text);
    const isPart = cents !== null && cents > 0 && cents < (value_cents ?? 0);
    if (text !== '' && !isPart) {
      return setError(`Um valor como 97,50, menor que ${formatCents(value_cents ?? 0)}.`);
    }
    setError(null);
    void runWithErrorToast(async () => {
      storeSale(
        await call('PUT sales/:platform/:key/refund', {
          params: saleParams(sale),
          body: { cents },
        }),
      );
      // From now on the field shows the stored amount again, unless the operator typed on.
      if (readText() === text) form.reset();
      showToast(cents === null ? 'O valor está sem informação de novo.' : 'Valor salvo.');
    });
  }

  return (
    <form className="stack" onSubmit={save} aria-label="Devolução parcial">
      <h2>Devolução parcial</h2>
      <p className="text-muted">
        {statedCents === null
          ? 'Devolução parcial, valor não informado: a plataforma não diz quanto voltou. Informe, para o lucro ficar certo.'
          : 'O valor foi informado à mão.'}
      </p>
      <TextField
        label="Quanto foi devolvido, em reais"
        name="cents"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={statedCents === null ? '' : formatAmount(statedCents)}
        error={error}
      />
      <div className="buttons">
        <Button type="submit">Salvar</Button>
      </div>
    </form>
  );
}
