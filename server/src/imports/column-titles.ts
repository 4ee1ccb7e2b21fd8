import { LEAD_RULES, type OptionalLeadField } from '@funil/contract/contacts/lead-rules';
import type { ImportKind } from '@funil/contract/imports/import-kinds';
import { OPTIONAL_LEAD_FIELDS } from '../contacts/leads.ts';
import { normalizeTitle } from '../csv/read-csv.ts';

type Titles = Readonly<Record<string, readonly string[]>>;

export function splitAtCommas(text: string): readonly string[] {
  return text.trim().split(/,\s+/);
}

const UTM_TITLES = {
  utm_source: splitAtCommas(`
    utm_source, tracking utm_source, origem, fonte, source, fonte da primeira conversao, origem da primeira conversao,
    utm origem
  `),
  utm_medium: splitAtCommas(`
    utm_medium, tracking utm_medium, midia, medium, utm midia, meio da primeira conversao
  `),
  utm_campaign: splitAtCommas(`
    utm_campaign, tracking utm_campaign, campanha, campaign, campaign_name, utm campanha,
    campanha da primeira conversao
  `),
  utm_content: splitAtCommas(`
    utm_content, tracking utm_content, ad_name, utm conteudo, conteudo da primeira conversao
  `),
  utm_term: splitAtCommas(`
    utm_term, tracking utm_term, utm termo, termo da primeira conversao
  `),
} satisfies Titles;

const PHONE_CODE_TITLES = {
  areaCode: ['ddd', 'codigo de area', 'area code', 'codigo telefone contato'],
  countryCode: ['ddi', 'codigo do pais', 'country code'],
  country: ['pais', 'country', 'pais contato'],
} satisfies Titles;

/** Titles of columns that are added to the columns that an operator chose. */
export const SUPPLEMENT_TITLES = {
  ...PHONE_CODE_TITLES,
  paidAt: splitAtCommas(`
    data de pagamento, paid at, data de aprovacao, payment date, data de confirmacao, pago em, data pago,
    data efetivado, approval date, approved at, confirmation date
  `),
  refundedAt: splitAtCommas(`
    data de reembolso, data de estorno, reembolsado em, refunded at, refunded date, refund date
  `),
  chargebackAt: ['data do chargeback', 'chargeback date', 'chargeback at', 'data da contestacao'],
  orderId: splitAtCommas(`
    venda pai, venda principal, pedido pai, pedido principal, transacao principal, transacao do produto principal,
    parent order id, parent order, parent sale, id do pedido, numero do pedido, codigo do pedido, order id,
    order number
  `),
  subscription: splitAtCommas(`
    id da assinatura, codigo da assinatura, numero da assinatura, codigo do assinante, subscription id
  `),
  chargeNumber: ['recorrencia', 'numero da recorrencia', 'ciclo', 'recurrence number'],
  installments: splitAtCommas(`
    parcelas, numero de parcelas, quantidade de parcelas, qtd parcelas, total de parcelas, parcelamento, installments
  `),
  role: splitAtCommas(`
    venda feita como, tipo de comissao, tipo de comissionamento, commission type, commission as, sold as
  `),
  sck: ['sck', 'codigo sck', 'tracking sck'],
  src: ['src', 'codigo src', 'tracking src'],
  lastName: splitAtCommas(`
    sobrenome, ultimo nome, last name, surname, lname, lastname, family name, name (last), nome (ultimo),
    billing last name
  `),
  platform: ['plataforma', 'platform', 'gateway'],
  timeOfDay: splitAtCommas(`
    hora, horario, hora da venda, horario da venda, hora do pedido, time, hora da compra, hora da transacao,
    hora do pagamento, hora de criacao, hora do cadastro
  `),
} satisfies Titles;

const PERSON_TITLES = {
  ...SUPPLEMENT_TITLES,
  // “Billing name” comes before “name”, because Shopify's “Name” is the order's number.
  name: splitAtCommas(`
    billing name, billing first name, nome, nome completo, name, full name, cliente, comprador, nome do cliente,
    nome do comprador, cliente nome, first name, nome do contato, customer_name, nome da contraparte,
    contato principal, pessoa de contato, nomecliente, aluno, primeiro nome, nome do lead, nome e sobrenome, fname,
    firstname, public name, saved name, given name, name (first), nome (primeiro), your-name, names, buyer name,
    buyer, payer name, comprador(a), compradora, aluno(a), aluna, buyer full name, billing full name, client name,
    client, customer, assinante, pagador, nome do pagador, payer, razao social, estudante, student, attendee,
    membro, member, subscriber, titular, sacado, consumidor, pushname, lead
  `),
  email: splitAtCommas(`
    email, e-mail, endereco de e-mail, email address, e-mail do cliente, email do cliente, cliente email,
    e-mail do comprador, email do comprador, e-mail 1 - value, cliente e-mail, customer_email, email contato,
    e-mail da contraparte, email comercial, e-mail comercial, work email, e-mail do contato, emailcliente,
    e-mail address, email - work, e-mail - trabalho, from email address, email - other, email - home, buyer email,
    billing email
  `),
  // Mobile numbers come first, because some tools export a landline, too.
  phone: splitAtCommas(`
    whatsapp, celular, telefone celular, whats, mobile, mobile phone number, telefone, fone, phone, phone number,
    numero de telefone, telefone do cliente, cliente telefone, tel, phone 1 - value, telefone/whatsapp,
    whatsapp phone, whatsapp number, numero do whatsapp, customer_phone, telefone (whatsapp), celular (whatsapp),
    telefone / whatsapp, mobile phone, telefone contato, telefone da contraparte, billing phone, telefone comercial,
    celular do contato, work phone, telefone completo do cliente, telefonecliente, telefone pessoal, sms,
    telefone - celular, phone - mobile, telefone - trabalho, phone - work, phone 2 - value, phone 3 - value,
    phone 4 - value, text reminder number, whatsapp phone number, phone - home, phone - other, home phone, buyer phone,
    whatsapp id
  `),
} satisfies Titles;

/** An optional field's titles are its name and label. The e-mail's are replaced by those of `PERSON_TITLES`. */
const LEAD_TITLES = Object.fromEntries(
  OPTIONAL_LEAD_FIELDS.map((field): [OptionalLeadField, readonly string[]] => [
    field,
    [field, normalizeTitle(LEAD_RULES[field].label)],
  ]),
) as Record<OptionalLeadField, readonly string[]>;

/** Titles of Meta's Ads Manager and API, and of Google Ads. */
const SPEND_TITLES = {
  day: ['dia', 'day', 'data', 'date', 'fecha'],
  starts: ['inicio dos relatorios', 'reporting starts', 'date_start', 'inicio del informe'],
  ends: splitAtCommas(`
    encerramento dos relatorios, termino dos relatorios, reporting ends, date_stop, fin del informe
  `),
  currency: splitAtCommas(`
    moeda, codigo da moeda, currency, currency code, account_currency, codigo de moeda, codigo de moneda, moneda,
    divisa
  `),
  account: splitAtCommas(`
    identificacao da conta, id da conta, account id, account_id, id do cliente, id de cliente, customer id,
    identificador de la cuenta, id de la cuenta
  `),
  campaignId: splitAtCommas(`
    identificacao da campanha, id da campanha, campaign id, campaign_id, identificador de la campana,
    id de la campana, id de campana
  `),
  campaignName: splitAtCommas(`
    nome da campanha, campanha, campaign name, campaign, campaign_name, nombre de la campana, campana
  `),
  adSetId: splitAtCommas(`
    identificacao do conjunto de anuncios, id do conjunto de anuncios, ad set id, id do grupo de anuncios,
    ad group id, adset_id, identificador del conjunto de anuncios, id del conjunto de anuncios,
    id del grupo de anuncios, id de grupo de anuncios
  `),
  adSetName: splitAtCommas(`
    nome do conjunto de anuncios, ad set name, adset_name, nombre del conjunto de anuncios, grupo de anuncios,
    nome do grupo de anuncios, ad group, ad group name, conjunto de anuncios, ad set
  `),
  adId: splitAtCommas(`
    identificacao do anuncio, id do anuncio, ad id, ad_id, identificador del anuncio, id del anuncio, id de anuncio
  `),
  adName: ['nome do anuncio', 'ad name', 'ad_name', 'nombre del anuncio'],
  impressions: ['impressoes', 'impressions', 'impr.', 'impresiones'],
} satisfies Titles;

/**
 * Titles in lower case without accents, the most reliable first; a file may add a currency in brackets. Source: public
 * code that reads these exports.
 */
export const COLUMN_TITLES = {
  // Hotmart writes titles in the language of the account: Portuguese, English or Spanish.
  hotmart: {
    transaction: splitAtCommas(`
      codigo da transacao, transacao, transacao da venda, transaction code, transaction, codigo de la transaccion,
      transaccion
    `),
    status: splitAtCommas(`
      status da transacao, status, transaction status, estatus de la transaccion, estado de la transaccion, estatus
    `),
    createdAt: splitAtCommas(`
      data da transacao, data de venda, transaction date, sale date, purchase date, order date,
      fecha de la transaccion, fecha de venta
    `),
    paidAt: splitAtCommas(`
      confirmacao do pagamento, data de confirmacao, payment confirmation, confirmation date, approval date,
      confirmacion del pago, fecha de confirmacion
    `),
    price: splitAtCommas(`
      valor de compra sem impostos, preco do produto, faturamento bruto (sem impostos), purchase value without taxes,
      product price, valor de compra sin impuestos, precio del producto
    `),
    charged: splitAtCommas(`
      valor de compra com impostos, preco total, purchase value with taxes, total price,
      valor de compra con impuestos, precio total
    `),
    currency: ['moeda de compra', 'moeda', 'purchase currency', 'currency', 'moneda de compra'],
    net: splitAtCommas(`
      faturamento liquido do(a) produtor(a), valor que voce recebeu convertido, faturamento liquido, minha comissao,
      facturacion neta del productor(a), your commission, mi comision
    `),
    netCurrency: splitAtCommas(`
      moeda de recebimento, moeda da comissao, moneda de recibimiento, moneda en la que recibiras los valores
    `),
    fee: ['taxa de processamento', 'processing fee'],
    affiliate: ['comissao do(a) afiliado(a)'],
    coproducer: ['faturamento do(a) coprodutor(a)'],
    product: ['produto', 'nome do produto', 'product', 'product name', 'producto'],
    productId: ['codigo do produto', 'product code', 'codigo del producto'],
    name: ['comprador(a)', 'nome', 'buyer', 'buyer name', 'name', 'nombre'],
    email: splitAtCommas(`
      email do(a) comprador(a), email, e-mail do(a) comprador(a), buyer email, email del comprador(a),
      email del comprador
    `),
    ...PHONE_CODE_TITLES,
    phone: ['telefone', 'phone', 'phone number', 'telefono'],
    method: splitAtCommas(`
      metodo de pagamento, tipo de pagamento, meio de pagamento, payment type, payment method, metodo de pago,
      tipo de pago
    `),
    installments: splitAtCommas(`
      quantidade total de parcelas, total number of installments, installments, cantidad total de cuotas
    `),
    orderId: splitAtCommas(`
      transacao do produto principal, transacao do ordem bump, transacao do order bump, transaccion del ordem bump,
      transaccion del order bump
    `),
    subscription: ['codigo do assinante'],
    chargeNumber: splitAtCommas(`
      quantidade de cobrancas, recorrencia, number of charges, recurrence number, cantidad de cobros
    `),
    chargeType: ['tipo de cobranca'],
    role: ['venda feita como', 'sold as'],
    sck: ['codigo sck', 'sck', 'sck code'],
    src: ['codigo src', 'src', 'src code'],
  },
  kiwify: {
    transaction: ['id da venda', 'sale id', 'order id'],
    status: ['status'],
    createdAt: ['data de criacao', 'creation date'],
    paidAt: ['data de aprovacao', 'data de pagamento', 'approval date'],
    refundedAt: ['data de reembolso', 'refund date'],
    price: ['preco base do produto', 'product base price'],
    charged: ['total com acrescimo', 'total'],
    currency: ['moeda', 'currency'],
    net: ['valor liquido', 'your commision amount', 'your commission amount'],
    fee: ['taxas', 'kiwify fee'],
    affiliate: ['comissao do afiliado'],
    product: ['produto', 'product'],
    name: ['cliente', 'customer'],
    email: ['email', 'cliente email'],
    ...PHONE_CODE_TITLES,
    phone: ['celular', 'telefone', 'mobile'],
    method: ['pagamento', 'payment'],
    installments: ['parcelas', 'installments'],
    role: ['tipo', 'type'],
    sck: ['tracking sck'],
    src: ['tracking src'],
    ...UTM_TITLES,
  },
  eduzz: {
    transaction: ['fatura'],
    status: ['status'],
    createdAt: ['data de criacao'],
    paidAt: ['data de pagamento'],
    refundedAt: ['data de reembolso'],
    price: ['valor inicial da venda', 'valor da venda'],
    charged: ['valor total da venda'],
    currency: ['moeda'],
    net: ['ganho liquido'],
    fee: ['taxa eduzz'],
    refunded: ['valor reembolsado'],
    product: ['produto'],
    productId: ['id do produto'],
    name: ['cliente / nome'],
    email: ['cliente / e-mail'],
    ...PHONE_CODE_TITLES,
    phone: ['cliente / fones'],
    method: ['forma de pagamento', 'metodo de pagamento'],
    installments: ['nº parcelas', 'no parcelas'],
    subscription: ['contrato'],
    ...UTM_TITLES,
  },
  vendas: {
    // Tickets come before their order. PagBank's “Código da Venda” comes later, because a card machine repeats it.
    transaction: splitAtCommas(`
      numero do ingresso, codigo do ingresso, id do ingresso, codigo da transacao, codigo da venda, id da venda,
      identificador da venda, transacao, pedido, fatura, id do pedido, numero do pedido, codigo do pedido,
      numero da venda, codigo da compra, id da compra, numero da compra, codigo, order id, id, id da fatura,
      transaction, transaction_id, id transacao, numero da fatura, order number, numero da operacao do mercado pago,
      id pagamento, codigotransacao, identificador, transaction code, chave da transacao, numero da transacao,
      chave da venda, order,
      order #, order no, pedido #, sale id, purchase id, payment id, charge id, invoice id, invoice number, invoice,
      id da cobranca, codigo da cobranca, numero da inscricao, codigo da inscricao, id da inscricao, ticket number,
      ticket id, booking id, attendee #
    `),
    // The payment's state comes first, because a shop's order may be open although it is paid.
    status: splitAtCommas(`
      status do pagamento, estado do pagamento, payment status, financial status, status, situacao, status do pedido,
      status da venda, estado da venda, status da fatura, order status, status da operacao, status da compra,
      transaction status, status da transacao, situacao do pagamento, situacao da venda, situacao do pedido,
      situacao da compra, situacao da fatura, estado do pedido, status da cobranca, payment state, sale status,
      purchase status, invoice status, charge status
    `),
    createdAt: splitAtCommas(`
      data, data da venda, data do pedido, data da compra, date, data de criacao, data de pagamento,
      data da transacao, criado em, created_at, data efetivado, order date, created date, datavenda, data e hora,
      data lancamento, data de inicio, transaction date, purchase date, sale date, creation date, data/hora,
      data hora, data e hora da venda, data/hora da venda, data/hora da transacao, date of sale, purchased at,
      purchase time, transaction time, transaction date/time, created (utc), criada em, data de emissao, emissao,
      emitido em, data de finalizacao, data finalizada, data de conclusao, fecha de venta
    `),
    // TMB's total has the buyer's interest.
    price: splitAtCommas(`
      valor principal, valor, preco, valor da venda, total, valor do pedido, price, valor pago, valor do produto, amount,
      ticket do pedido, ticket (r$), value, ticket, valor total do pedido, order total amount, valor bruto,
      faturamento bruto, valor base do produto, valorvenda, valor total, bruto, gross, gross value,
      preco base do produto, valor produtos, product price, total price, purchase value, order total,
      valor da compra, valor da transacao, valor total da venda, valor bruto da venda, vlr total, vlr. total,
      vl. total, valor da fatura, valor da cobranca, total da venda, total do pedido, total pago, total bruto,
      preco total, preco de venda, preco pago, preco do produto, amount paid, paid amount, gross amount,
      total amount, total paid, order amount, order value, sale amount, sale value, sale price, price paid,
      valor da inscricao, valor do ingresso
    `),
    charged: splitAtCommas(`
      valor total, valor pago pelo cliente, valor final, preco final, valor cobrado, valor com desconto,
      total com desconto
    `),
    refunded: splitAtCommas(`
      amount refunded, refunded amount, order refund amount, refund amount, valor devolvido, valor reembolsado,
      valor do reembolso, valor estornado, valor do estorno, refunded total
    `),
    net: splitAtCommas(`
      minha comissao, valor da sua comissao, comissao do produtor, valorcomissao, valor liquido, liquido, comissao,
      net, valor recebido, valor a receber, valor total recebido, apos taxas, net value, your commission
    `),
    fee: splitAtCommas(`
      taxa, taxas, fee, tarifa, tarifa do mercado pago, valor taxa, valor taxa/tarifa, taxa aplicada - valor,
      taxa de servico lastlink
    `),
    currency: ['moeda', 'currency', 'order currency'],
    product: splitAtCommas(`
      produto, nome do produto, product, curso, oferta, item name, nome do item, lineitem name, descricao da operacao,
      descricao, produto principal, description, item title, product name, product name #1, produtos,
      produto comprado, produto adquirido, titulo do produto, titulo do item, product title, product(s), products,
      item, itens, nome do curso, course name, course, nome da oferta, offer, plano, nome do plano, plan, servico,
      programa, tipo de ingresso, line item name
    `),
    method: splitAtCommas(`
      forma de pagamento, metodo de pagamento, pagamento, payment method, payment method title,
      titulo do metodo de pagamento, tipo de meio de pagamento, meio de pagamento, formapagamento, metodo pgto.,
      meio - meio, tipo de pagamento, payment type, modalidade de contrato
    `),
    ...PERSON_TITLES,
    ...UTM_TITLES,
  },
  leads: {
    createdAt: splitAtCommas(`
      data, data de criacao, data de cadastro, data da inscricao, criado em, created_time, created at, date,
      carimbo de data/hora, timestamp, submitted at, data de entrada, date created, adesao, data de adesao,
      data da primeira conversao, subscribed, confirm_time, optin_time, added_time, create date, date registered,
      date subscribed, date added, data criada, cadastrado em, createdat, submit date
    `),
    ...LEAD_TITLES,
    ...PERSON_TITLES,
    // MailerLite's column of addresses; of names it is no address.
    email: [...PERSON_TITLES.email, 'subscriber'],
    ...UTM_TITLES,
    utm_source: [
      ...[...UTM_TITLES.utm_source, 'lead source', 'origem do lead', 'original source', 'canal'],
      ...['fonte original', 'traffic source', 'platform'],
    ],
    // Meta's and TikTok's forms name the ad set and the ad.
    utm_medium: [...UTM_TITLES.utm_medium, 'adset_name', 'adgroup_name', 'ad group name'],
    utm_content: [...UTM_TITLES.utm_content, 'ad name'],
  },
  meta: {
    ...SPEND_TITLES,
    spend: splitAtCommas(`
      valor usado, valor gasto, amount spent, spend, importe gastado, montante gasto
    `),
    clicks: splitAtCommas(`
      cliques no link, link clicks, inline_link_clicks, cliques na ligacao, clics en el enlace
    `),
  },
  google: {
    ...SPEND_TITLES,
    spend: ['custo', 'cost', 'coste', 'costo'],
    clicks: ['cliques', 'clicks', 'clics'],
  },
} satisfies Record<ImportKind, Titles>;

export type ColumnField = { [Kind in ImportKind]: keyof (typeof COLUMN_TITLES)[Kind] }[ImportKind];

type ColumnTitles = Readonly<Partial<Record<ColumnField, readonly string[]>>>;

export const titlesOf = (kind: ImportKind): ColumnTitles => COLUMN_TITLES[kind];

/** Sets of titles by which a file's kind is known: a file that has all of them is of this kind. */
export const TITLE_SIGNATURES: readonly (readonly [ImportKind, readonly string[]])[] = [
  ['hotmart', ['codigo da transacao', 'status da transacao']],
  ['hotmart', ['transacao', 'status', 'preco do produto']],
  ['hotmart', ['transacao', 'status', 'faturamento liquido']],
  ['hotmart', ['transaction code', 'transaction status', 'product']],
  ['hotmart', ['transaction', 'status', 'product price']],
  ['hotmart', ['codigo de la transaccion', 'fecha de la transaccion']],
  ['hotmart', ['transaccion', 'precio del producto']],
  ['kiwify', ['id da venda', 'status', 'preco base do produto']],
  ['kiwify', ['id da venda', 'status', 'valor liquido']],
  ['kiwify', ['product base price', 'kiwify fee']],
  ['eduzz', ['fatura', 'status', 'ganho liquido']],
  ['eduzz', ['fatura', 'status', 'taxa eduzz']],
];
