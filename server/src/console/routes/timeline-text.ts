import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type { ContactState, TimelineEntry } from '@funil/contract/console/contacts';
import type { Role } from '@funil/contract/console/roles';
import { formatCents } from '@funil/contract/money';
import type { TimelineFact } from '../../leads/timeline/sort-facts.ts';
import { seesMoney } from './access.ts';

const SALE_WORDS = {
  pending: 'Pix ou boleto emitido',
  paid: 'Venda paga',
  refunded: 'Reembolso',
  chargeback: 'Chargeback',
  canceled: 'Compra cancelada',
  abandoned: 'Checkout abandonado',
};

const FORM_WORDS = {
  started: 'Começou o formulário',
  left: 'Deixou o formulário',
  completed: 'Enviou o formulário',
};

const DELIVERY_WORDS: Readonly<Record<string, string>> = {
  waiting: 'Entrega na fila',
  delivered: 'Entregue',
  dead: 'Entrega desistida',
  canceled: 'Entrega cancelada',
};

const entry = (
  { at, kind }: TimelineFact,
  title: string,
  detail: string | null = null,
): TimelineEntry => ({ at, kind, title, ...(detail ? { detail } : {}) });

/** Returns an event of the timeline in Portuguese. */
function describeFact(fact: TimelineFact): TimelineEntry {
  switch (fact.kind) {
    case 'arrival': {
      const { utm_source, utm_medium, utm_campaign, utm_content } = fact.origin;
      const origin = [utm_source, utm_medium, utm_campaign, utm_content].filter(Boolean);
      return entry(fact, 'Chegou à página', origin.join(' / '));
    }
    case 'section':
      return entry(fact, `Viu a seção ${fact.section}`, `${Math.round(fact.ms / 1000)} s`);
    case 'click':
      return entry(fact, `Clicou em “${fact.label}”`, fact.section);
    case 'form':
      return entry(
        fact,
        FORM_WORDS[fact.what],
        [fact.form === 'aplicacao' ? 'aplicação' : fact.form, fact.field]
          .filter(Boolean)
          .join(', '),
      );
    case 'lead':
      return entry(fact, 'Deixou nome e telefone');
    case 'draft':
      return entry(fact, 'Passou da primeira etapa da aplicação');
    case 'application':
      return entry(fact, 'Enviou a aplicação');
    case 'sale': {
      const money = fact.cents === null ? null : formatCents(fact.cents);
      return entry(
        fact,
        fact.isPartial ? 'Parte do dinheiro devolvida' : SALE_WORDS[fact.state],
        [money, fact.product, fact.platform].filter(Boolean).join(', '),
      );
    }
    case 'state': {
      const word = CONTACT_STATE_LABELS[fact.detail as ContactState] ?? fact.detail;
      return entry(fact, `Estado: ${word}`, fact.by);
    }
    case 'note':
      return entry(fact, 'Nota mudada', fact.by);
    case 'message':
      return entry(
        fact,
        'Conversa aberta no WhatsApp',
        [fact.detail, fact.by].filter(Boolean).join(', '),
      );
    case 'delivery':
      return entry(
        fact,
        DELIVERY_WORDS[fact.state] ?? fact.state,
        `${fact.type}, ${fact.destination}`,
      );
  }
}

/** Returns a person's timeline as a role sees it: attendants see no sales and deliveries. */
export const describeTimeline = (story: readonly TimelineFact[], role: Role): TimelineEntry[] =>
  story
    .filter(({ kind }) => seesMoney(role) || (kind !== 'sale' && kind !== 'delivery'))
    .map(describeFact);
