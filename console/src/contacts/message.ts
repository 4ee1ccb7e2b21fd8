import type { ContactItem } from '@funil/contract/console/contacts';
import { fillTemplate } from '@funil/contract/console/fill-template';
import type { ConsoleContext } from '@funil/contract/console/status';
import type { Template, TemplateUse } from '@funil/contract/console/templates';
import { withoutDirections } from '@funil/contract/directions';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { contextQuery } from '../session/context.ts';
import { templatesQuery } from './queries.ts';

/** Returns which of the operator's texts fits a person's state. */
export function fittingUse(item: Pick<ContactItem, 'subject' | 'state' | 'stage'>): TemplateUse {
  if (item.stage === 'started' || item.stage === 'abandoned') return 'abandoned';
  if (item.state === 'aprovado') return 'approved';
  if (item.state === 'recusado') return 'refused';
  return item.subject.startsWith('lead:') ? 'lead' : 'application';
}

/** Returns the texts, the fitting ones first. */
export function sortTemplates(templates: readonly Template[], use: TemplateUse): Template[] {
  const rank = (template: Template) => (template.for === use ? 0 : 1);
  return templates.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id);
}

export interface Filling {
  readonly name: string;
  readonly product: string;
  /** Hours in which an application is answered. */
  readonly hours: number | null;
  readonly link?: string | undefined;
}

/** @param product what is spoken of; left out: what the operator sells */
export const fillingFor = (
  name: string,
  context: ConsoleContext | undefined,
  product?: string | null,
): Filling => ({
  name,
  product: product ?? context?.product ?? '',
  hours: context?.reply_hours ?? null,
});

export const needsLink = (text: string): boolean => text.includes('{link}');

/** A text without the sentences that would lead up to a link and end in nothing. */
function leaveOutLink(text: string): string {
  if (!needsLink(text)) return text;
  const lines = text.split('\n').flatMap((line) => {
    if (!needsLink(line)) return [line];
    const sentences = line.match(/.+?(?:[.!?…]+\s+|$)/g) ?? [];
    const kept = sentences.filter((sentence) => !needsLink(sentence));
    return kept.length === 0 ? [] : [kept.join('').trimEnd()];
  });
  return lines.join('\n').trim();
}

/** A text with what its placeholders stand for; where there is no link, it does not speak of one. */
export function fillFor(text: string, { name, product, hours, link = '' }: Filling): string {
  // In a running text nothing keeps marks of direction to the name that they came with.
  const called = withoutDirections(name).trim();
  const [first = ''] = called.split(/\s+/);
  return fillTemplate(link === '' ? leaveOutLink(text) : text, {
    nome: called,
    primeiro_nome: first,
    produto: withoutDirections(product),
    prazo: hours === null ? '' : `${hours} horas`,
    link,
  });
}

/** `https://wa.me/…`, which opens the app on a phone and WhatsApp Web elsewhere. */
export const whatsappAddress = (digits: string, text: string): string =>
  `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`;

interface Greeting {
  /** With its placeholders. */
  readonly text: string;
  readonly filling: Filling;
  /** Which text it is; null: none. */
  readonly template: number | null;
}

export type Greet = (item: ContactItem) => Greeting;

/** How each person of a list is greeted: asked for once, however many rows there are. */
export function useGreeter(): Greet {
  const templates = useQuery(templatesQuery).data?.items;
  const context = useQuery(contextQuery).data;
  return useCallback(
    (item) => {
      const use = fittingUse(item);
      const template = sortTemplates(templates ?? [], use).find((each) => each.for === use);
      return {
        text: template?.text ?? '',
        filling: fillingFor(item.name, context),
        template: template?.id ?? null,
      };
    },
    [templates, context],
  );
}
