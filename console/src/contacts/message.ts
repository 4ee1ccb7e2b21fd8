import { withoutTextDirections } from '@funil/contract/characters';
import type { ContactItem } from '@funil/contract/console/contacts';
import { fillTemplate } from '@funil/contract/console/fill-template';
import type { Template, TemplateUse } from '@funil/contract/console/templates';
import { isProductId } from '@funil/contract/sales/product-label';
import type { SaleState } from '@funil/contract/sales/sale';
import { useQuery } from '@tanstack/react-query';
import { readContactKey } from '../parts/contact-key.ts';
import { consoleContextQuery } from '../session/context.ts';
import { templatesQuery } from './queries.ts';
import { type RememberedTexts, useRememberedTexts } from './remembered-texts.ts';

/** Returns the use whose templates fit a contact's state. */
export function templateUseOf({ subject, state, stage }: ContactItem): TemplateUse {
  if (state === 'comprou') return 'buyer';
  if (state === 'devolvido') return 'refund';
  if (stage === 'started' || stage === 'abandoned') return 'abandoned';
  if (state === 'aprovado') return 'approved';
  if (state === 'recusado') return 'refused';
  return readContactKey(subject).kind;
}

/** The use whose templates fit a sale's state: an expired Pix or a refused card counts as an abandoned cart. */
export const SALE_TEMPLATE_USES: Readonly<Record<SaleState, TemplateUse>> = {
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

/** Returns the operators' templates, and a function that makes the values for a contact and a purchase. */
export function useMessages() {
  const templates = useQuery(templatesQuery).data?.items ?? [];
  const remembered = useRememberedTexts();
  const context = useQuery(consoleContextQuery).data;
  const valuesFor = (name: string, purchase?: string | null): MessageValues => ({
    name,
    product: context?.product || (purchase ?? ''),
    // A platform that sends no product names sends an id, which says nothing to the contact.
    purchase: purchase && !isProductId(purchase) ? purchase : undefined,
    hours: context?.reply_hours ?? null,
  });
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
export const withReason = (text: string): string =>
  text.includes('{motivo}') ? text : `${text}\n\nO motivo: {motivo}`.trim();

const REFUSAL_NOTE = 'Motivo do não: ';
/** Returns the note that keeps a refusal's reason. */
export const refusalNote = (reason: string): string => REFUSAL_NOTE + reason;
/** Returns the reason in the newest note of a refusal; undefined: no note has one. */
export const findRefusalReason = (notes: readonly { readonly text: string }[]) =>
  notes.find(({ text }) => text.startsWith(REFUSAL_NOTE))?.text.slice(REFUSAL_NOTE.length);

/** Returns a reason in lower case unless a sentence begins with it, or its first word is an acronym. */
const reasonToInsert = (text: string, reason: string): string =>
  /(^|[.!?…\n])\s*\{motivo\}/.test(text)
    ? reason
    : reason.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLocaleLowerCase('pt-BR'));

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
  // A refusal without a reason keeps its sentence, which only loses the words that introduce the reason.
  const withoutReason = reason === '' ? text.replace(/,? porque \{motivo\}/g, '') : text;
  const missing = {
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
