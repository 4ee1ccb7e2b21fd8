import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatNational } from '@funil/contract/phone';
import type { PlatformName } from '@funil/contract/platforms';
import { writeForm } from '../sales/platforms/form.ts';
import type { Postback } from '../sales/platforms/platform.ts';
import { brasiliaTime } from './calendar.ts';
import { cartAddress, type StepKind } from './checkouts.ts';
import type { PlannedNotice, PlannedSale } from './plan-sale.ts';

/**
 * Notices as platforms send them: copies of their real samples (`sales/platforms/samples/`), in which only the
 * fields below differ. A field that the sample does not have throws, so that the shapes stay the platforms'.
 */
type Writer = (notice: PlannedNotice, secret: string) => Postback;

/** Returns a notice with its platform's shape, bytes and proof. */
export const writeNotice: Writer = (notice, secret) =>
  WRITERS[notice.sale.platform](notice, secret);

const WRITERS: Readonly<Record<PlatformName, Writer>> = {
  hotmart,
  kiwify,
  eduzz,
  hubla,
  ticto,
  tmb,
  monetizze,
};

/** The values that differ from the sample's, by the path of their field (`data.buyer.name`, `items.1.name`). */
type Changes = Readonly<Record<string, unknown>>;

const SAMPLES = join(import.meta.dirname, '../sales/platforms/samples');
const texts = new Map<string, string>();

/** @param samples the sample for each kind of notice that the platform sends */
function fillSample(
  { sale, kind }: PlannedNotice,
  samples: Partial<Record<StepKind, string>>,
  changes: Changes,
): object {
  const name = `${sale.platform}/${samples[kind]}.json`;
  const text = texts.get(name) ?? readFileSync(join(SAMPLES, name), 'utf8');
  texts.set(name, text);
  const filled: object = JSON.parse(text);
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split('.');
    const field = steps.pop() ?? '';
    const place = steps.reduce((here, step) => Reflect.get(here, step) ?? {}, filled);
    if (!Object.hasOwn(place, field)) throw new Error(`${name} has no ${path}.`);
    Reflect.set(place, field, value);
  }
  return filled;
}

const bytesOf = (body: object): Buffer => Buffer.from(JSON.stringify(body));

const postback = (
  body: Buffer,
  { headers = {}, query = {} }: Partial<Postback> = {},
): Postback => ({
  headers: { 'content-type': 'application/json', ...headers },
  query,
  body,
});

/** Centavos divided by a hundred are the nearest decimal, exactly. */
const reais = (centavos: number): number => centavos / 100;
const iso = (time: number): string => new Date(time).toISOString();
const orNull = (write: (time: number) => string, time: number | null): string | null =>
  time === null ? null : write(time);

/** A UTM as the page's link has it: the visitor's own part, `|`, and the reference. */
const withReference = (own: string, reference: string | null): string =>
  [own, reference ?? ''].filter(Boolean).join('|');

function hotmart(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, at, paidAt, reference, id } = notice;
  const isCart = kind === 'abandoned';
  const expired = sale.method === 'credit_card' ? 'PURCHASE_CANCELED' : 'PURCHASE_EXPIRED';
  const samples = {
    pending: 'pix-issued',
    paid: 'approved',
    refunded: 'refunded',
    chargeback: 'chargeback',
    canceled: 'pix-issued',
    abandoned: 'cart-left',
  };
  const purchase = {
    'data.buyer.checkout_phone': sale.buyer.phone,
    'data.purchase.order_date': sale.createdAt,
    'data.purchase.price.value': reais(sale.valueCents),
    'data.purchase.full_price.value': reais(sale.valueCents + 12_345),
    'data.purchase.transaction': sale.saleKey,
    'data.purchase.payment.type': { pix: 'PIX', boleto: 'BILLET', credit_card: 'CREDIT_CARD' }[
      sale.method
    ],
    'data.purchase.origin.src': sale.utms.utm_source,
    'data.purchase.origin.sck': reference ?? '',
    ...(paidAt === null
      ? { 'data.purchase.payment.pix_expiration_date': null }
      : { 'data.purchase.approved_date': paidAt }),
  };
  const body = fillSample(notice, samples, {
    // A cart has no other name than its notice.
    id: isCart ? sale.uuid : id,
    creation_date: at,
    ...(kind === 'canceled' && { event: expired }),
    'data.product.id': Number(sale.product.id),
    'data.product.name': sale.product.name,
    'data.buyer.name': sale.buyer.name,
    'data.buyer.email': sale.buyer.email,
    ...(isCart ? { 'data.buyer.phone': `55${sale.buyer.phone}` } : purchase),
  });
  return postback(bytesOf(body), { headers: { 'x-hotmart-hottok': secret } });
}

function kiwify(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind } = notice;
  const issued = sale.method === 'boleto' ? 'boleto-created' : 'pix-created';
  const samples = {
    pending: issued,
    paid: 'approved',
    refunded: 'approved',
    chargeback: 'approved',
    canceled: 'pix-created',
    abandoned: 'cart-left',
  };
  const changes = kind === 'abandoned' ? kiwifyCart(notice) : kiwifyOrder(notice);
  const body = bytesOf(fillSample(notice, samples, changes));
  const signature = createHmac('sha1', secret).update(body).digest('hex');
  return postback(body, { query: { signature } });
}

const kiwifyCart = ({ sale, at }: PlannedNotice): Changes => ({
  id: sale.uuid,
  product_id: sale.product.id,
  product_name: sale.product.name,
  name: sale.buyer.name,
  email: sale.buyer.email,
  phone: `55${sale.buyer.phone}`,
  created_at: iso(at),
});

/** Where the sample's own event and status are of another kind. */
const KIWIFY_EVENTS: Partial<Record<StepKind, Changes>> = {
  refunded: { order_status: 'refunded', webhook_event_type: 'order_refunded' },
  chargeback: { order_status: 'chargedback', webhook_event_type: 'chargeback' },
  canceled: { order_status: 'refused', webhook_event_type: 'order_rejected' },
};

function kiwifyOrder({ sale, kind, at, paidAt, reference }: PlannedNotice): Changes {
  const { utms } = sale;
  // Kiwify writes no seconds.
  const minute = (time: number) => brasiliaTime(time).slice(0, 16);
  return {
    ...KIWIFY_EVENTS[kind],
    order_id: sale.saleKey,
    order_ref: sale.uuid.slice(-7),
    payment_method: sale.method,
    pix_expiration: null,
    // Kiwify's notices would say that an unpaid sale has run out; the played month leaves it open.
    ...(kind === 'pending' && sale.method === 'boleto' && { boleto_expiry_date: null }),
    created_at: minute(sale.createdAt),
    updated_at: minute(at),
    approved_date: orNull(minute, paidAt),
    refunded_at: kind === 'refunded' ? minute(at) : null,
    'Product.product_id': sale.product.id,
    'Product.product_name': sale.product.name,
    'Customer.full_name': sale.buyer.name,
    'Customer.first_name': sale.buyer.name.split(' ')[0],
    'Customer.email': sale.buyer.email,
    'Customer.mobile': `+55${sale.buyer.phone}`,
    'Commissions.charge_amount': sale.valueCents,
    'Commissions.product_base_price': sale.valueCents,
    'TrackingParameters.sck': reference,
    'TrackingParameters.s1': reference,
    'TrackingParameters.utm_source': utms.utm_source,
    'TrackingParameters.utm_medium': utms.utm_medium,
    'TrackingParameters.utm_campaign': utms.utm_campaign || null,
    'TrackingParameters.utm_content': utms.utm_content || null,
    'TrackingParameters.utm_term': utms.utm_term || null,
  };
}

function eduzz(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, at, id } = notice;
  const samples = {
    pending: 'boleto-opened',
    paid: 'paid',
    refunded: 'refunded',
    chargeback: 'paid',
    canceled: 'boleto-opened',
    abandoned: 'cart-left',
  };
  const ended = sale.method === 'credit_card' ? 'invoice_refused' : 'invoice_expired';
  const body = bytesOf(
    fillSample(notice, samples, {
      id: id.replaceAll('-', ''),
      sentDate: iso(at),
      ...(kind === 'canceled' && { event: `myeduzz.${ended}` }),
      ...(kind === 'chargeback' && { event: 'myeduzz.invoice_chargeback' }),
      ...(kind === 'abandoned' ? eduzzCart(notice) : eduzzInvoice(notice)),
    }),
  );
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return postback(body, { headers: { 'x-signature': signature } });
}

const eduzzCart = ({ sale, at }: PlannedNotice): Changes => ({
  'data.customer.name': sale.buyer.name,
  'data.customer.email': sale.buyer.email,
  'data.customer.phone': `+55${sale.buyer.phone}`,
  'data.productId': [sale.product.id],
  'data.updatedAt': iso(at),
  'data.transactionId': sale.uuid.replaceAll('-', ''),
});

function eduzzInvoice({ sale, kind, at, paidAt, reference }: PlannedNotice): Changes {
  const { utms, buyer } = sale;
  const price = { currency: 'BRL', value: reais(sale.valueCents) };
  return {
    'data.id': sale.saleKey,
    'data.createdAt': iso(sale.createdAt),
    'data.buyer.name': buyer.name,
    'data.buyer.email': buyer.email,
    'data.buyer.phone2': null,
    'data.buyer.cellphone': buyer.phone,
    'data.student.name': buyer.name,
    'data.student.email': buyer.email,
    'data.utm.source': utms.utm_source,
    'data.utm.medium': utms.utm_medium,
    'data.utm.campaign': utms.utm_campaign,
    'data.utm.content': withReference(utms.utm_content, reference),
    'data.price': price,
    'data.paid': paidAt === null ? null : price,
    'data.paymentMethod': { pix: 'pix', boleto: 'bankslip', credit_card: 'creditCard' }[
      sale.method
    ],
    'data.paidAt': orNull(iso, paidAt),
    'data.refundedAt': kind === 'refunded' ? iso(at) : null,
    'data.transaction': paidAt === null ? null : { id: sale.paidTransaction, key: 'k' },
    // The sample's first item is an order bump.
    'data.items.1.productId': sale.product.id,
    'data.items.1.name': sale.product.name,
    'data.items.1.price.value': reais(sale.valueCents - 4_700),
  };
}

function hubla(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, id } = notice;
  const samples = {
    pending: 'created',
    paid: 'paid',
    refunded: 'refunded',
    chargeback: 'refunded',
    canceled: 'created',
    abandoned: 'cart-left',
  };
  const body = fillSample(notice, samples, {
    'event.product.id': sale.product.id,
    'event.product.name': sale.product.name,
    ...(kind === 'abandoned' ? hublaCart(notice) : hublaInvoice(notice)),
  });
  const headers = {
    'x-hubla-token': secret,
    'x-hubla-idempotency': id,
    'x-hubla-sandbox': 'false',
  };
  return postback(bytesOf(body), { headers });
}

const hublaCart = ({ sale, at, reference }: PlannedNotice): Changes => ({
  'event.lead.id': sale.uuid,
  'event.lead.fullName': sale.buyer.name,
  'event.lead.email': sale.buyer.email,
  'event.lead.phone': `+55${sale.buyer.phone}`,
  'event.lead.createdAt': iso(at),
  'event.lead.session.utm.source': sale.utms.utm_source,
  'event.lead.session.utm.term': withReference(sale.utms.utm_term, reference),
});

function hublaInvoice(notice: PlannedNotice): Changes {
  const { sale, kind, at, paidAt, reference } = notice;
  const { utms } = sale;
  const ended = sale.method === 'credit_card' ? 'invoice.payment_failed' : 'invoice.expired';
  return {
    ...(kind === 'canceled' && { type: ended, 'event.invoice.status': 'expired' }),
    ...(kind === 'chargeback' && {
      type: 'invoice.status_updated',
      'event.invoice.status': kind,
      'event.invoice.statusAt.2.status': kind,
    }),
    ...hublaPerson('event.user', sale),
    ...hublaPerson('event.invoice.payer', sale),
    'event.products.0.id': sale.product.id,
    'event.products.0.name': sale.product.name,
    'event.invoice.id': sale.saleKey,
    'event.invoice.subscriptionId': `s-${sale.number}`,
    'event.invoice.payerId': `u-${sale.number}`,
    'event.invoice.statusAt.0.when': iso(sale.createdAt),
    ...(paidAt !== null && { 'event.invoice.statusAt.1.when': iso(paidAt) }),
    ...((kind === 'refunded' || kind === 'chargeback') && {
      'event.invoice.statusAt.2.when': iso(at),
    }),
    'event.invoice.paymentMethod': sale.method,
    'event.invoice.installments': sale.method === 'credit_card' ? 12 : 1,
    'event.invoice.amount': hublaAmount(sale),
    'event.invoice.firstPaymentSession.utm.source': utms.utm_source,
    'event.invoice.firstPaymentSession.utm.medium': utms.utm_medium,
    'event.invoice.firstPaymentSession.utm.campaign': utms.utm_campaign,
    'event.invoice.firstPaymentSession.utm.content': utms.utm_content,
    'event.invoice.firstPaymentSession.utm.term': withReference(utms.utm_term, reference),
    'event.invoice.saleDate': iso(sale.createdAt),
    'event.invoice.dueDate': iso(sale.createdAt),
    'event.invoice.createdAt': iso(sale.createdAt),
    'event.invoice.modifiedAt': iso(at),
  };
}

function hublaPerson(path: string, { number, buyer }: PlannedSale): Changes {
  const [firstName, ...lastNames] = buyer.name.split(' ');
  return {
    [`${path}.id`]: `u-${number}`,
    [`${path}.firstName`]: firstName,
    [`${path}.lastName`]: lastNames.join(' '),
    [`${path}.email`]: buyer.email,
    [`${path}.phone`]: `+55${buyer.phone}`,
  };
}

/** A card's dozen instalments cost the buyer 19 % more, which is no part of the sale. */
function hublaAmount({ valueCents: value, method }: PlannedSale) {
  const fee = method === 'credit_card' ? Math.round((value * 19) / 100) : 0;
  return {
    subtotalCents: value + 10_000,
    discountCents: 10_000,
    prorataCents: 0,
    installmentFeeCents: fee,
    totalCents: value + fee,
  };
}

const TICTO_ISSUED = {
  pix: 'pix_created',
  boleto: 'bank_slip_created',
  credit_card: 'waiting_payment',
};
const TICTO_ENDED = { pix: 'pix_expired', boleto: 'bank_slip_expired', credit_card: 'refused' };

function ticto(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, at, reference } = notice;
  const { buyer, utms } = sale;
  const nothing = 'Não Informado';
  const samples = {
    pending: 'pix-created',
    paid: 'authorized',
    refunded: 'authorized',
    chargeback: 'chargeback',
    canceled: 'pix-created',
    abandoned: 'cart-left',
  };
  const order = {
    'order.id': sale.number,
    'order.hash': `TOP${sale.number}`,
    'order.transaction_hash': sale.saleKey,
    'order.paid_amount': sale.valueCents,
    'order.order_date': brasiliaTime(sale.createdAt),
  };
  const body = fillSample(notice, samples, {
    ...(kind === 'pending' && { status: TICTO_ISSUED[sale.method] }),
    ...(kind === 'canceled' && { status: TICTO_ENDED[sale.method] }),
    ...(kind === 'refunded' && { status: kind }),
    status_date: brasiliaTime(at),
    payment_method: { pix: 'pix', boleto: 'bank_slip', credit_card: 'credit_card' }[sale.method],
    checkout_url: cartAddress.ticto(sale.uuid),
    token: secret,
    ...(kind !== 'abandoned' && order),
    'item.product_name': sale.product.name,
    'item.product_id': Number(sale.product.id),
    'item.amount': sale.valueCents,
    'customer.name': buyer.name,
    'customer.email': buyer.email,
    'customer.phone': { ddi: '+55', ddd: buyer.phone.slice(0, 2), number: buyer.phone.slice(2) },
    'tracking.sck': reference ?? nothing,
    'tracking.utm_source': utms.utm_source || nothing,
    'tracking.utm_medium': utms.utm_medium || nothing,
    'tracking.utm_campaign': utms.utm_campaign || nothing,
    'tracking.utm_content': utms.utm_content || nothing,
    'tracking.utm_term': utms.utm_term || nothing,
    query_params: reference === null ? {} : { sck: reference },
  });
  return postback(bytesOf(body));
}

function tmb(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, at, paidAt, reference } = notice;
  const { buyer, utms } = sale;
  const phone = formatNational(buyer.phone);
  const content = withReference(utms.utm_content, reference) || null;
  const isUndone = kind === 'canceled' || kind === 'refunded';
  const samples = {
    pending: 'awaiting-payment',
    paid: 'effected',
    refunded: 'canceled-after',
    canceled: 'canceled-after',
  };
  const body = fillSample(notice, samples, {
    pedido: Number(sale.saleKey),
    lancamento_id: Number(sale.product.id),
    lancamento: sale.product.name,
    cliente: buyer.name,
    email: buyer.email,
    telefone_ativo: phone,
    telefones: phone,
    valor_principal: reais(sale.valueCents),
    valor_total: reais(Math.round((sale.valueCents * 129) / 100)),
    criado_em: brasiliaTime(sale.createdAt),
    data_efetivado: orNull(brasiliaTime, paidAt),
    ...(isUndone && { data_cancelado: brasiliaTime(at) }),
    utm_source: utms.utm_source,
    utm_medium: utms.utm_medium,
    utm_campaign: utms.utm_campaign || null,
    utm_content: content,
    utm_last_content: content,
  });
  // Only one integration documents the method, and no sample has it.
  const method = { forma_pagamento: sale.method === 'pix' ? 'Pix' : 'Boleto' };
  return postback(bytesOf({ ...body, ...method }), { query: { token: secret } });
}

function monetizze(notice: PlannedNotice, secret: string): Postback {
  const { sale, kind, paidAt, reference } = notice;
  const { buyer, utms } = sale;
  const order = {
    'venda.codigo': sale.saleKey,
    'venda.valor': reais(sale.valueCents).toFixed(2),
    'venda.formaPagamento': { pix: 'Pix', boleto: 'Boleto', credit_card: 'Cartão de crédito' }[
      sale.method
    ],
    'venda.dataFinalizada': paidAt === null ? '0000-00-00 00:00:00' : brasiliaTime(paidAt),
  };
  const samples = { pending: 'pix-issued', paid: 'approved', abandoned: 'cart-left' };
  const form = fillSample(notice, samples, {
    chave_unica: secret,
    'produto.codigo': sale.product.id,
    'produto.nome': sale.product.name,
    ...(kind !== 'abandoned' && order),
    'venda.dataInicio': brasiliaTime(sale.createdAt),
    'venda.src': reference ?? '',
    'venda.utm_source': utms.utm_source,
    'venda.utm_medium': utms.utm_medium,
    'venda.utm_campaign': utms.utm_campaign,
    'venda.utm_content': withReference(utms.utm_content, reference),
    'comprador.nome': buyer.name,
    'comprador.email': buyer.email,
    'comprador.telefone': buyer.phone,
    url_recuperacao: cartAddress.monetizze(sale.uuid),
  });
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    query: {},
    body: Buffer.from(writeForm(form as Parameters<typeof writeForm>[0])),
  };
}
