import { withoutTextDirections } from '@funil/contract/characters';
import type { ContactItem } from '@funil/contract/console/contacts';
import { fillTemplate } from '@funil/contract/console/fill-template';
import type { ConsoleContext } from '@funil/contract/console/status';
import type { Template, TemplateUse } from '@funil/contract/console/templates';
import { isProductId } from '@funil/contract/sales/product-label';
import type { SaleState } from '@funil/contract/sales/sale';
import { useQuery } from '@tanstack/react-query';
import { consoleContextQuery } from '../console-context.ts';
import { readContactKey } from '../parts/contact-key.ts';
import { templatesQuery } from './queries.ts';
import { type RememberedTexts, useRememberedTexts } from './remembered-texts.ts';

/** Returns which templates fit a contact: those for buyers, for abandoned applications, and so on. */
export function templateUseOf({ subject, state, stage }: ContactItem): TemplateUse {
  if (state === 'comprou') return 'buyer';
  if (state === 'devolvido') return 'refund';
  if (stage === 'started' || stage === 'abandoned') return 'abandoned';
  if (state === 'aprovado') return 'approved';
  if (state === 'recusado') return 'refused';
  return readContactKey(subject).kind;
}

/** Which templates fit a sale's state. An expired Pix or a refused card gets those for abandoned carts. */
export const TEMPLATE_USE_BY_SALE_STATE: Readonly<Record<SaleState, TemplateUse>> = {
  pending: 'pending',
  canceled: 'cart',
  abandoned: 'cart',
  paid: 'buyer',
  refunded: 'refund',
  chargeback: 'refund',
};

/** Returns the templates for a use, the remembered one first. */
export function sortTemplates(
  templates: readonly Template[],
  use: TemplateUse,
  remembered: RememberedTexts = {},
): Template[] {
  const rank = ({ id }: Template) => (id === remembered[use] ? 0 : 1);
  return templates
    .filter((template) => template.for === use)
    .toSorted((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/** The values of a template's placeholders. */
export interface MessageValues {
  readonly name: string;
  /** The page's product. */
  readonly product: string;
  /** The product that the person buys; by default the page's. */
  readonly purchase?: string | undefined;
  /** Hours within which an application is answered; null: none are promised, or they have passed. */
  readonly hours: number | null;
  /** Why an application is refused. */
  readonly reason?: string | undefined;
  readonly link?: string | undefined;
  /** The Pix code, the boleto's line or the payment's address; null: unknown, expired, or paid. */
  readonly paymentCode?: string | null;
}

/** Returns the values for a person's name and the product of a sale. */
export function makeValues(
  context: Pick<ConsoleContext, 'product' | 'reply_hours'> | undefined,
  name: string,
  saleProduct?: string | null,
): MessageValues {
  // A platform that sends no product names sends an id, which says nothing to the contact.
  const purchase = saleProduct && !isProductId(saleProduct) ? saleProduct : undefined;
  const product = context?.product || (purchase ?? '');
  return { name, product, purchase, hours: context?.reply_hours ?? null };
}

/** Returns the operators' templates, and a function that makes the values for a contact and a purchase. */
export function useMessages() {
  const templates = useQuery(templatesQuery).data?.items ?? [];
  const remembered = useRememberedTexts();
  const context = useQuery(consoleContextQuery).data;
  const valuesFor = (name: string, saleProduct?: string | null) =>
    makeValues(context, name, saleProduct);
  return {
    templates,
    remembered,
    /** Returns the template that was last chosen for a use, or else its first one. */
    templateFor: (use: TemplateUse): Template | undefined =>
      sortTemplates(templates, use, remembered)[0],
    valuesFor,
    /** Returns the values for a contact, without hours if an application has been answered or is overdue. */
    valuesForContact: ({ name, subject, due_at }: ContactItem): MessageValues => ({
      ...valuesFor(name),
      ...(readContactKey(subject).kind === 'application' &&
        (due_at === null || Date.parse(due_at) <= Date.now()) && { hours: null }),
    }),
  };
}

/** Returns a refusal's text with a placeholder for the reason, because the page promises a reason. */
export const addReasonPlaceholder = (text: string): string =>
  text.includes('{motivo}') ? text : `${text}\n\nO motivo: {motivo}`.trim();

const REFUSAL_NOTE = 'Motivo do não: ';
/** Returns the note that keeps a refusal's reason. */
export const refusalNote = (reason: string): string => REFUSAL_NOTE + reason;
/** Returns the reason in the newest note of a refusal; undefined: no note has one. */
export const findRefusalReason = (notes: readonly { readonly text: string }[]) =>
  notes.find(({ text }) => text.startsWith(REFUSAL_NOTE))?.text.slice(REFUSAL_NOTE.length);

/** Words that often begin a reason and are no names. */
const COMMON_WORDS = new Set(
  'A O As Os Um Uma No Na Nos Nas Em De Do Da Por Com Sem Seu Sua Seus Suas Nosso Nossa Este Esta Esse Essa Neste Nesta Ele Ela Você Não Já Ainda Só Há É Falta Faltam Hoje Agora Faturamento Empresa Negócio Perfil'.split(
    ' ',
  ),
);

/** Returns a reason with a small first letter unless a sentence begins with it, or its first word may be a name. */
function reasonToInsert(text: string, reason: string): string {
  const beginsSentence = /(^|[.!?…\n])\s*\{motivo\}/.test(text);
  const [firstWord = ''] = reason.split(/\s/);
  if (beginsSentence || !COMMON_WORDS.has(firstWord)) return reason;
  return reason.charAt(0).toLocaleLowerCase('pt-BR') + reason.slice(1);
}

export const needsLink = (text: string): boolean => text.includes('{link}');

/** Returns the text without the sentences that contain a placeholder. */
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

/** Returns a template's text with the values in place of its placeholders. */
export function fillMessage(
  text: string,
  {
    name,
    product,
    purchase = product,
    hours,
    reason = '',
    link = '',
    paymentCode = null,
  }: MessageValues,
): string {
  // A name's direction marks would also reverse the text after the name.
  const fullName = withoutTextDirections(name).trim();
  const [firstName = ''] = fullName.split(/\s+/);
  // Without a reason, the refusal's sentence stays, and loses only `, porque {motivo}`.
  const withoutReason = reason === '' ? text.replace(/,? porque \{motivo\}/g, '') : text;
  const missing = {
    '{produto}': product === '',
    '{compra}': purchase === '',
    '{link}': link === '',
    '{motivo}': reason === '',
    '{prazo}': hours === null,
    '{copia_e_cola}': paymentCode === null,
  };
  const withoutMissing = Object.entries(missing).reduce(
    (kept, [placeholder, isMissing]) => (isMissing ? removeSentences(kept, placeholder) : kept),
    withoutReason,
  );
  return fillTemplate(withoutMissing, {
    nome: fullName,
    primeiro_nome: firstName,
    produto: withoutTextDirections(product),
    compra: withoutTextDirections(purchase),
    prazo: hours === null ? '' : `${hours} horas`,
    motivo: reasonToInsert(text, reason),
    link,
    copia_e_cola: paymentCode ?? '',
  });
}

/** Returns a `https://wa.me/` URL, which opens the app on a phone and WhatsApp Web elsewhere. */
export const whatsappUrl = (digits: string, text: string): string =>
  `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`;
