import { removeDirectionMarks } from '@funil/contract/characters';
import { fillTemplate } from '@funil/contract/console/fill-template';
import type { ConsoleContext } from '@funil/contract/console/live';
import type { Template, TemplateUse } from '@funil/contract/console/templates';
import type { CheckoutLink, ContactItem } from '@funil/contract/contacts/contacts';
import { knownName, readFirstName } from '@funil/contract/contacts/first-name';
import { isProductId } from '@funil/contract/sales/product-label';
import type { SaleState } from '@funil/contract/sales/sale-record';
import type { OpenSale } from '@funil/contract/today/today';
import { useQuery } from '@tanstack/react-query';
import { consoleContextQuery } from '../console-context.ts';
import { readContactKey } from '../parts/ContactLink.tsx';
import { makeDeviceStore } from '../parts/device-store.ts';
import { templatesQuery } from './queries.ts';

export function templateUseOf({ subject, state, stage }: ContactItem): TemplateUse {
  if (state === 'comprou') return 'buyer';
  if (state === 'devolvido') return 'refund';
  if (stage === 'started' || stage === 'abandoned') return 'abandoned';
  if (state === 'aprovado') return 'approved';
  if (state === 'recusado') return 'refused';
  return readContactKey(subject).kind;
}

/** A canceled sale has the templates for abandoned carts, because its Pix expired or its card was refused. */
export const TEMPLATE_USE_BY_SALE_STATE: Readonly<Record<SaleState, TemplateUse>> = {
  pending: 'pending',
  canceled: 'cart',
  abandoned: 'cart',
  paid: 'buyer',
  refunded: 'refund',
  chargeback: 'refund',
};

/** Ids of the templates last chosen on this device. */
type RememberedTemplates = Readonly<Partial<Record<TemplateUse, number>>>;

const templateStore = makeDeviceStore<RememberedTemplates>('funil-console-texts', {});
export const rememberTemplate = (use: TemplateUse, id: number): void =>
  templateStore.change({ [use]: id });

export function sortTemplates(
  templates: readonly Template[],
  use: TemplateUse,
  remembered: RememberedTemplates = {},
): Template[] {
  const rank = ({ id }: Template) => (id === remembered[use] ? 0 : 1);
  return templates
    .filter((template) => template.for === use)
    .toSorted((a, b) => rank(a) - rank(b) || a.id - b.id);
}

export interface MessageValues {
  readonly name: string;
  readonly product: string;
  /** The product of the sale; by default the page's. */
  readonly purchase?: string | undefined;
  /** Null if the page promises no answer within a time, or if that time has passed. */
  readonly replyHours: number | null;
  readonly reason?: string | undefined;
  readonly link?: string | undefined;
  readonly noPaymentLinkReason?: string;
  /** Pix code, boleto line or payment URL. Null if no notice had one, or if the payment has expired or is paid. */
  readonly paymentCode?: string | null;
}

export function makeMessageValues(
  context: Pick<ConsoleContext, 'product' | 'reply_hours'> | undefined,
  name: string,
  saleProduct?: string | null,
): MessageValues {
  // Some platforms send only a product's id, which tells the contact nothing.
  const purchase = saleProduct && !isProductId(saleProduct) ? saleProduct : undefined;
  const product = context?.product || (purchase ?? '');
  return { name, product, purchase, replyHours: context?.reply_hours ?? null };
}

/** Portuguese sentences, which begin with a small letter to stand after a colon. */
export const NO_PAYMENT_LINK_REASONS = {
  contact: 'a venda ainda não está ligada a ninguém.',
  key: 'este lead veio sem chave, e o link não o ligaria à venda.',
  checkout: 'o site ainda não diz onde é o checkout.',
  product: 'a página ainda não diz onde se paga este produto.',
};

const linkValues = (link: CheckoutLink): Pick<MessageValues, 'link' | 'noPaymentLinkReason'> =>
  link.url === null
    ? { noPaymentLinkReason: NO_PAYMENT_LINK_REASONS[link.missing] }
    : { link: link.url };

type MessageSale = Pick<OpenSale, 'buyer_name' | 'product' | 'payment_code' | 'checkout_link'>;

export function useMessages() {
  const templates = useQuery(templatesQuery).data?.items ?? [];
  const remembered = templateStore.useValue();
  const context = useQuery(consoleContextQuery).data;
  const valuesFor = (name: string, saleProduct?: string | null) =>
    makeMessageValues(context, name, saleProduct);
  return {
    templates,
    remembered,
    /** Returns the template last chosen for a use, or else the first one. */
    templateFor: (use: TemplateUse): Template | undefined =>
      sortTemplates(templates, use, remembered)[0],
    valuesFor,
    /** The values have no hours if the application was answered or is overdue. */
    valuesForContact: ({ name, subject, due_at, checkout_link }: ContactItem): MessageValues => ({
      ...valuesFor(name),
      ...linkValues(checkout_link),
      ...(readContactKey(subject).kind === 'application' &&
        (due_at === null || Date.parse(due_at) <= Date.now()) && { replyHours: null }),
    }),
    valuesForSale: (sale: MessageSale): MessageValues => ({
      ...valuesFor(sale.buyer_name ?? '', sale.product),
      ...linkValues(sale.checkout_link),
      paymentCode: sale.payment_code,
    }),
  };
}

/** Adds a placeholder for the reason, because the page promises a reason. */
export const addReasonPlaceholder = (text: string): string =>
  text.includes('{motivo}') ? text : `${text}\n\nO motivo: {motivo}`.trim();

const REFUSAL_NOTE_PREFIX = 'Motivo do não: ';
export const refusalNote = (reason: string): string => REFUSAL_NOTE_PREFIX + reason;
/** Reads the newest note of a refusal; undefined if no note has a reason. */
export const findRefusalReason = (notes: readonly { readonly text: string }[]) =>
  notes
    .find(({ text }) => text.startsWith(REFUSAL_NOTE_PREFIX))
    ?.text.slice(REFUSAL_NOTE_PREFIX.length);

/** Words that often begin a reason and are not names. */
const NOT_NAMES = new Set(
  'A O As Os Um Uma No Na Nos Nas Em De Do Da Por Com Sem Seu Sua Seus Suas Nosso Nossa Este Esta Esse Essa Neste Nesta Ele Ela Você Não Já Ainda Só Há É Falta Faltam Hoje Agora Faturamento Empresa Negócio Perfil'.split(
    ' ',
  ),
);

/** Begins the reason with a small letter, unless it begins a sentence or its first word may be a name. */
function reasonToInsert(text: string, reason: string): string {
  const beginsSentence = /(^|[.!?…\n])\s*\{motivo\}/.test(text);
  const [firstWord = ''] = reason.split(/\s/);
  if (beginsSentence || !NOT_NAMES.has(firstWord)) return reason;
  return reason.charAt(0).toLocaleLowerCase('pt-BR') + reason.slice(1);
}

/** Undefined if the message has its link, or if its text asks for none. */
export const findNoPaymentLinkReason = (text: string, { noPaymentLinkReason }: MessageValues) =>
  text.includes('{link}') ? noPaymentLinkReason : undefined;

function removeSentences(text: string, placeholder: string): string {
  if (!text.includes(placeholder)) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (!line.includes(placeholder)) return [line];
    const sentences = line.match(/.+?(?:[.!?…]+\s+|$)/g) ?? [];
    const sentencesToKeep = sentences.filter((sentence) => !sentence.includes(placeholder));
    return sentencesToKeep.length === 0 ? [] : [sentencesToKeep.join('').trimEnd()];
  });
  return lines.join('\n').trim();
}

/** Removes a name's placeholder with the comma before it or, at the start of a line, the comma after it. */
const removeNamePlaceholder = (text: string, name: string): string =>
  text.replace(new RegExp(`^\\{${name}\\}[, ]*|,? ?\\{${name}\\}`, 'gm'), '');

export function fillMessage(text: string, values: MessageValues): string {
  const { name, product, purchase = product, replyHours } = values;
  const { reason = '', link = '', paymentCode = null } = values;
  // A name's direction marks would also reverse the text after the name.
  const fullName = removeDirectionMarks(knownName(name)).trim();
  const firstName = readFirstName(fullName) ?? '';
  // If the reason is missing, only `, porque {motivo}` is removed, and the rest of the sentence stays.
  const withoutReason = reason === '' ? text.replace(/,? porque \{motivo\}/g, '') : text;
  const missing = {
    '{produto}': product === '',
    '{compra}': purchase === '',
    '{link}': link === '',
    '{motivo}': reason === '',
    '{prazo}': replyHours === null,
    '{copia_e_cola}': paymentCode === null,
  };
  const names = { nome: fullName, primeiro_nome: firstName };
  const withoutNames = Object.entries(names).reduce(
    (shortened, [name, value]) =>
      value === '' ? removeNamePlaceholder(shortened, name) : shortened,
    withoutReason,
  );
  const withoutMissing = Object.entries(missing).reduce(
    (shortened, [placeholder, isMissing]) =>
      isMissing ? removeSentences(shortened, placeholder) : shortened,
    withoutNames,
  );
  return fillTemplate(withoutMissing, {
    nome: fullName,
    primeiro_nome: firstName,
    produto: removeDirectionMarks(product),
    compra: removeDirectionMarks(purchase),
    prazo: replyHours === null ? '' : `${replyHours} horas`,
    motivo: reasonToInsert(text, reason),
    link,
    copia_e_cola: paymentCode ?? '',
  });
}

export const whatsappUrl = (digits: string, text: string): string =>
  `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`;
