import { SECOND_MS } from '@funil/contract/durations';
import { hashCart } from '@funil/server/sales/platforms/parsed-notice';
import {
  brasiliaTime,
  CHECKOUT_DEFAULTS,
  type CheckoutSimulator,
  MINIMAL_CART,
  type PlannedSale,
  reais,
  utmWithReference,
} from '../simulator.ts';

const cartAddress = (uuid: string) =>
  `https://app.monetizze.com.br/checkout/KAL35553/?rec=${uuid.replaceAll('-', '')}`;

const METHODS = { pix: 'Pix', boleto: 'Boleto', credit_card: 'Cartão de crédito' };

const commissionsOf = ({ split }: PlannedSale) =>
  [
    { tipo_comissao: 'Sistema', cents: split.feeCents },
    { tipo_comissao: 'Produtor', cents: split.netCents },
    { tipo_comissao: 'Co-Produtor', cents: split.commissionCents },
  ].map(({ tipo_comissao, cents }) => ({ tipo_comissao, valor: reais(cents).toFixed(2) }));

export const simulator: CheckoutSimulator = {
  ...CHECKOUT_DEFAULTS,
  timestampPrecisionMs: SECOND_MS,
  datesRefunds: false,
  hasChargebacks: false,
  carts: {
    ...MINIMAL_CART,
    hasReference: true,
    nameCart: ({ uuid }, email) => `cart:${hashCart(cartAddress(uuid), email)}`,
  },
  samples: { pending: 'pix-issued', paid: 'approved', abandoned: 'cart-left' },
  changesFor({ sale, kind, paidAt, reference }, secret) {
    const { buyer, utms } = sale;
    const order = {
      'venda.codigo': sale.saleKey,
      'venda.valor': reais(sale.valueCents).toFixed(2),
      'venda.valorRecebido': reais(sale.split.netCents).toFixed(2),
      'venda.parcelas': String(sale.installments),
      comissoes: commissionsOf(sale),
      'venda.formaPagamento': METHODS[sale.method],
      'venda.dataFinalizada': paidAt === null ? '0000-00-00 00:00:00' : brasiliaTime(paidAt),
    };
    return {
      chave_unica: secret,
      'produto.codigo': sale.product.id,
      'produto.nome': sale.product.name,
      ...(kind !== 'abandoned' && order),
      'venda.dataInicio': brasiliaTime(sale.createdAt),
      'venda.src': reference ?? '',
      'venda.utm_source': utms.utm_source,
      'venda.utm_medium': utms.utm_medium,
      'venda.utm_campaign': utms.utm_campaign,
      'venda.utm_content': utmWithReference(utms.utm_content, reference),
      'comprador.nome': buyer.name,
      'comprador.email': buyer.email,
      'comprador.telefone': buyer.phone,
      url_recuperacao: cartAddress(sale.uuid),
    };
  },
  encode: writeForm,
  sign: () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
};

export function writeForm(value: object): string {
  const fields = new URLSearchParams();
  const add = (name: string, field: unknown) => {
    if (typeof field === 'object' && field !== null) {
      for (const [step, inner] of Object.entries(field)) {
        add(name === '' ? step : `${name}[${step}]`, inner);
      }
    } else if (field !== null) fields.append(name, String(field));
  };
  add('', value);
  return fields.toString();
}
