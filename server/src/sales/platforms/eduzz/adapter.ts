import { isForeignCountry, joinPhone } from '@funil/contract/contacts/phone-parts';
import type { NoticeKind } from '../../notices/notice.ts';
import { authenticateBySignature, type PlatformAdapter } from '../authentication.ts';
import { firstText, type Json, listAt, smallIntegerOf, textAt, valueAt } from '../json.ts';
import {
  createNoticeReader,
  mapKinds,
  type ParseResult,
  readLaterPaymentNumber,
} from '../parsed-notice.ts';
import { trackingOf, utmsAt } from '../tracking.ts';
import { type Amount, readReais, smallerAmount, splitShares, timestampAt } from '../values.ts';

/**
 * Eduzz, webhook 3 (Developer Hub).
 *
 * | field | where | source |
 * | --- | --- | --- |
 * | authentication | header `x-signature`: hexadecimal HMAC-SHA256 of the raw body, `sha256=` before it or not | developers.eduzz.com, third-party integrations |
 * | kind | `event` | developers.eduzz.com, third-party integrations |
 * | notice | `id`; written at `sentDate` | developers.eduzz.com, third-party integrations |
 * | sale | `data.id`, the invoice, the same in all its notices; of `commission_processed`: `data.invoiceId`; shown: `data.transaction.id`, else the invoice | eduzz-webhook-docs, third-party integrations |
 * | value | `data.price.{value,currency}`, reais; `data.paid` if it is less: the difference is the buyer's interest | developers.eduzz.com, third-party integrations |
 * | split | of `commission_processed`: `data.commissions.{producer,coproducers[],affiliates[]}.commission.{value,currency}`, reais; with a co-producer, the account's role decides whose share the net is; no notice has the fee | eduzz-webhook-docs |
 * | subscription | `data.contract.id`, of an invoice and of a contract's event | eduzz-webhook-docs; of an invoice: third-party integrations |
 * | order | of an order bump's invoice `data.orderBump.{isMainSale,mainSaleId}` | third-party integrations |
 * | charge number | of a boleto in instalments, each of which has its invoice, `data.bankSlipInstallment.installmentNumber` | third-party integrations |
 * | installments | `data.installments` | eduzz-webhook-docs |
 * | method | `data.paymentMethod` | third-party integrations |
 * | times | `data.{createdAt,paidAt,refundedAt}` | third-party integrations |
 * | product | the first of `data.items[]` without `isBump`: `{productId,name}` | third-party integrations |
 * | buyer | `data.buyer.{name,email,cellphone,phone,phone2,address.country}`; abandoned carts: also `data.customer` | third-party integrations |
 * | tracking | `data.utm.{source,medium,campaign,content}` (`term`: third-party integrations), `data.tracker.code1…3`; of an abandoned cart the parameters of `data.href` | developers.eduzz.com; the cart's: third-party integrations |
 * | code | `data.{barcode,bankslipUrl}`; of an abandoned cart `data.saleRecoveryUrl`; `billetUrl` is undocumented | third-party integrations |
 * | test | event `ping` | third-party integrations |
 *
 * `eduzz-webhook-docs` is github.com/eduzz/eduzz-webhook-docs. An invoice contains all its items, some bumps included.
 * `invoice_updated` says the invoice's new state in `data.status` alone; developers.eduzz.com lists all states.
 * `invoice_waiting_refund` is a request: the sale stays paid until the refund.
 */
export const eduzz: PlatformAdapter = {
  name: 'eduzz',
  adapterVersion: 15,
  authenticate: ({ headers }, secret) =>
    authenticateBySignature(headers['x-signature']?.replace(/^sha256=/, ''), {
      algorithm: 'sha256',
      secret,
    }),
  read: createNoticeReader(parseNotice),
};

const KIND_BY_EVENT = mapKinds({
  paid: ['myeduzz.invoice_paid'],
  pending: [
    'myeduzz.invoice_opened',
    'myeduzz.invoice_waiting_payment',
    'myeduzz.invoice_scheduled',
    'myeduzz.invoice_overdue',
    'myeduzz.invoice_recovering',
    'myeduzz.invoice_processing',
    'myeduzz.invoice_analysing',
    'myeduzz.invoice_waiting_documents',
  ],
  refunded: ['myeduzz.invoice_refunded'],
  // No documented field has the refunded amount.
  partial_refund: ['myeduzz.invoice_partial_refund'],
  chargeback: ['myeduzz.invoice_chargeback'],
  canceled: [
    'myeduzz.invoice_canceled',
    'myeduzz.invoice_expired',
    'myeduzz.invoice_refused',
    'myeduzz.invoice_deleted',
    // A second attempt to buy the same product; Eduzz never charges it.
    'myeduzz.invoice_duplicated',
  ],
  abandoned: ['sun.cart_abandonment', 'myeduzz.cart_abandonment'],
  other: [
    'myeduzz.invoice_waiting_refund',
    'myeduzz.invoice_negotiated',
    'myeduzz.invoice_negociated',
    'myeduzz.invoice_negotiatied',
    'myeduzz.invoice_readjusted',
    'myeduzz.invoice_trial',
    'myeduzz.invoice_internal',
    'myeduzz.commission_processed',
    'ping',
  ],
});
/** Contracts, lessons and tickets are not sales: each charge of a contract has its own invoice. */
const OTHER_EVENTS = /^(?:myeduzz\.contract_|alpaclass\.|blinket\.|nutror\.)/;

function parseNotice(notice: Json): ParseResult {
  const event = textAt(notice, 'event');
  if (event === null) return 'shape';
  const data = valueAt(notice, 'data');
  const kind = kindOf(event, data);
  if (!kind) return 'event';
  const noticeId = textAt(notice, 'id');
  const writtenAt = timestampAt(notice, 'sentDate');
  const buyer = valueAt(data, 'buyer') ?? valueAt(data, 'customer');
  const isAbroad = isForeignCountry(textAt(buyer, 'address', 'country'));
  const items = listAt(data, 'items');
  const mainItem = items.find((item) => valueAt(item, 'isBump') !== true) ?? items[0] ?? null;
  const utm = valueAt(data, 'utm');
  const link = readParameters(valueAt(data, 'href'));
  const trackerCodes = ['code1', 'code2', 'code3'].map((name) => valueAt(data, 'tracker', name));
  return {
    noticeId,
    kind,
    ...keysOf(kind, data, noticeId),
    ...priceOf(data, kind),
    split: splitOf(valueAt(data, 'commissions')),
    subscription: textAt(data, 'contract', 'id'),
    orderId:
      valueAt(data, 'orderBump', 'isMainSale') === false
        ? textAt(data, 'orderBump', 'mainSaleId')
        : null,
    chargeNumber: readLaterPaymentNumber(valueAt(data, 'bankSlipInstallment', 'installmentNumber')),
    installments: smallIntegerOf(valueAt(data, 'installments')),
    method: valueAt(data, 'paymentMethod'),
    product: {
      id: firstText(valueAt(mainItem, 'productId'), valueAt(data, 'productId', 0)),
      name: valueAt(mainItem, 'name'),
    },
    buyer: {
      name: valueAt(buyer, 'name'),
      email: valueAt(buyer, 'email'),
      phones: ['cellphone', 'phone', 'phone2'].map((name) =>
        joinPhone({ number: textAt(buyer, name) ?? '', isAbroad }),
      ),
    },
    tracking: trackingOf({
      src: valueAt(link, 'src'),
      sck: valueAt(link, 'sck'),
      ...(utm === null ? utmsAt(link) : utmsAt(utm, '')),
      others: trackerCodes,
    }),
    paymentCodes: ['barcode', 'bankslipUrl', 'saleRecoveryUrl'].map((name) => valueAt(data, name)),
    occurredAt: occurredAtOf(kind, data) ?? writtenAt,
    writtenAt,
    paidAt: timestampAt(data, 'paidAt'),
    isTest: event === 'ping',
  };
}

const readParameters = (address: Json): Json =>
  typeof address === 'string' && URL.canParse(address)
    ? Object.fromEntries(new URL(address).searchParams)
    : null;

function kindOf(event: string, data: Json): NoticeKind | undefined {
  const isPartial = /^partial/i.test(textAt(data, 'status') ?? '');
  if (isPartial && event === 'myeduzz.invoice_refunded') return 'partial_refund';
  const eventName = event === 'myeduzz.invoice_updated' ? eventOfStatus(data) : event;
  return KIND_BY_EVENT.get(eventName) ?? (OTHER_EVENTS.test(eventName) ? 'other' : undefined);
}

/** Returns `myeduzz.invoice_waiting_payment` for `waitingPayment`. */
function eventOfStatus(data: Json): string {
  const status = textAt(data, 'status') ?? '';
  const words = status.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `myeduzz.invoice_${words === 'open' ? 'opened' : words}`;
}

function priceOf(data: Json, kind: NoticeKind) {
  const price = valueAt(data, 'price');
  const paid = valueAt(data, 'paid');
  const isUnpaid = kind !== 'paid' && Number(textAt(paid, 'value')) === 0;
  const charged = paid === null || isUnpaid ? price : paid;
  const currency = textAt(charged, 'currency');
  const amount = readReais(valueAt(charged, 'value'));
  const isSameCurrency = textAt(price, 'currency') === currency;
  return {
    amount: isSameCurrency ? smallerAmount(amount, readReais(valueAt(price, 'value'))) : amount,
    currency,
  };
}

function splitOf(commissions: Json) {
  const sharesOf = (recipient: string, people: readonly Json[]) =>
    people.map((person) => ({ recipient, amount: readShare(valueAt(person, 'commission')) }));
  const producer = valueAt(commissions, 'producer');
  const shares = [
    ...sharesOf('producer', producer === null ? [] : [producer]),
    ...sharesOf('coproducer', listAt(commissions, 'coproducers')),
    ...sharesOf('affiliate', listAt(commissions, 'affiliates')),
  ];
  return splitShares(shares, { account: 'producer', coproducer: 'coproducer', platform: 'eduzz' });
}

/** Reads a share in reais; one in another currency counts as missing. */
export const readShare = (share: Json): Amount =>
  readReais(textAt(share, 'currency') === 'BRL' ? valueAt(share, 'value') : null);

function keysOf(kind: NoticeKind, data: Json, noticeId: string | null) {
  const invoice = textAt(data, 'id') ?? textAt(data, 'invoiceId');
  if (kind === 'abandoned') {
    return { transaction: null, cartId: textAt(data, 'transactionId') ?? invoice ?? noticeId };
  }
  const transaction = textAt(data, 'transaction', 'id') ?? invoice;
  return { saleKey: invoice ?? transaction, transaction };
}

function occurredAtOf(kind: NoticeKind, data: Json) {
  if (kind === 'paid') return timestampAt(data, 'paidAt');
  if (kind === 'pending') return timestampAt(data, 'createdAt');
  if (kind === 'refunded' || kind === 'partial_refund') return timestampAt(data, 'refundedAt');
  if (kind !== 'abandoned') return null;
  return timestampAt(data, 'updatedAt') ?? timestampAt(data, 'createdAt');
}
