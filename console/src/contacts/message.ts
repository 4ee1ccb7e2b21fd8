import type { ContactItem } from '@funil/contract/console/contacts';
import { fillTemplate } from '@funil/contract/console/fill-template';
import type { Template, TemplateUse } from '@funil/contract/console/templates';
import { withoutDirections } from '@funil/contract/directions';
import { useQuery } from '@tanstack/react-query';
import { consoleContextQuery } from '../session/context.ts';
import { templatesQuery } from './queries.ts';

/** Returns the use whose templates fit a contact's state. */
export function templateUseOf({ subject, state, stage }: ContactItem): TemplateUse {
  if (stage === 'started' || stage === 'abandoned') return 'abandoned';
  if (state === 'aprovado') return 'approved';
  if (state === 'recusado') return 'refused';
  return subject.startsWith('lead:') ? 'lead' : 'application';
}

/** Returns the templates, those for the given use first. */
export function sortTemplates(templates: readonly Template[], use: TemplateUse): Template[] {
  const rank = (template: Template) => (template.for === use ? 0 : 1);
  return templates.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/** The values of a template's placeholders. */
export interface MessageValues {
  readonly name: string;
  readonly product: string;
  /** Hours within which an application is answered. */
  readonly hours: number | null;
  readonly link?: string | undefined;
}

/** Returns the operators' templates, and a function that makes the values for a contact and a product. */
export function useMessages() {
  const templates = useQuery(templatesQuery).data?.items ?? [];
  const context = useQuery(consoleContextQuery).data;
  return {
    templates,
    valuesFor: (name: string, product?: string | null): MessageValues => ({
      name,
      product: product ?? context?.product ?? '',
      hours: context?.reply_hours ?? null,
    }),
  };
}

export const needsLink = (text: string): boolean => text.includes('{link}');

/** Returns the text without the sentences that contain the link. */
function removeLinkSentences(text: string): string {
  if (!needsLink(text)) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (!needsLink(line)) return [line];
    const sentences = line.match(/.+?(?:[.!?…]+\s+|$)/g) ?? [];
    const sentencesToKeep = sentences.filter((sentence) => !needsLink(sentence));
    return sentencesToKeep.length === 0 ? [] : [sentencesToKeep.join('').trimEnd()];
  });
  return lines.join('\n').trim();
}

/** Returns a template's text with the values in place of its placeholders. */
export function fillMessage(
  text: string,
  { name, product, hours, link = '' }: MessageValues,
): string {
  // In running text nothing ends the effect of a name's direction marks.
  const fullName = withoutDirections(name).trim();
  const [firstName = ''] = fullName.split(/\s+/);
  return fillTemplate(link === '' ? removeLinkSentences(text) : text, {
    nome: fullName,
    primeiro_nome: firstName,
    produto: withoutDirections(product),
    prazo: hours === null ? '' : `${hours} horas`,
    link,
  });
}

/** Returns a `https://wa.me/` URL, which opens the app on a phone and WhatsApp Web elsewhere. */
export const whatsappUrl = (digits: string, text: string): string =>
  `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`;
