import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type { ContactState, TimelineEntry } from '@funil/contract/console/contacts';
import type { Role } from '@funil/contract/console/roles';
import { formatCents } from '@funil/contract/money';
import type { TimelineFact } from '../../leads/timeline/sort-facts.ts';
import { seesMoney } from './access.ts';

const SALE_TITLES = {
  pending: 'Pix ou boleto emitido',
  paid: 'Venda paga',
  refunded: 'Reembolso',
  chargeback: 'Chargeback',
  canceled: 'Compra cancelada',
  abandoned: 'Checkout abandonado',
};

const FORM_TITLES = {
  started: 'Começou o formulário',
  left: 'Deixou o formulário',
  completed: 'Enviou o formulário',
};

const DELIVERY_TITLES: Readonly<Record<string, string>> = {
  waiting: 'Entrega na fila',
  delivered: 'Entregue',
  dead: 'Entrega desistida',
  canceled: 'Entrega cancelada',
};

const join = (...details: (string | null)[]) => details.filter(Boolean).join(', ');

/** Returns the title of an event of the timeline, in Portuguese, and its details. */
function describeFact(fact: TimelineFact): [title: string, detail?: string | null] {
  switch (fact.kind) {
    case 'arrival': {
      const { utm_source, utm_medium, utm_campaign, utm_content } = fact.origin;
      const origin = [utm_source, utm_medium, utm_campaign, utm_content].filter(Boolean);
      return ['Chegou à página', origin.join(' / ')];
    }
    case 'section':
      return [`Viu a seção ${fact.section}`, `${Math.round(fact.ms / 1000)} s`];
    case 'click':
      return [`Clicou em “${fact.label}”`, fact.section];
    case 'form': {
      const form = fact.form === 'aplicacao' ? 'aplicação' : fact.form;
      return [FORM_TITLES[fact.what], join(form, fact.field)];
    }
    case 'lead':
      return ['Deixou nome e telefone'];
    case 'draft':
      return ['Passou da primeira etapa da aplicação'];
    case 'application':
      return ['Enviou a aplicação'];
    case 'sale': {
      const money = fact.cents === null ? null : formatCents(fact.cents);
      const title = fact.isPartial ? 'Parte do dinheiro devolvida' : SALE_TITLES[fact.state];
      return [title, join(money, fact.product, fact.platform)];
    }
    case 'state': {
      const label = CONTACT_STATE_LABELS[fact.detail as ContactState] ?? fact.detail;
      return [`Estado: ${label}`, fact.by];
    }
    case 'note':
      return ['Nota mudada', fact.by];
    case 'message':
      return ['Conversa aberta no WhatsApp', join(fact.detail, fact.by)];
    case 'delivery':
      return [DELIVERY_TITLES[fact.state] ?? fact.state, join(fact.type, fact.destination)];
  }
}

/** Returns a person's timeline for a role: attendants see no sales and deliveries. */
export const describeTimeline = (facts: readonly TimelineFact[], role: Role): TimelineEntry[] =>
  facts
    .filter(({ kind }) => seesMoney(role) || (kind !== 'sale' && kind !== 'delivery'))
    .map((fact) => {
      const [title, detail] = describeFact(fact);
      return { at: fact.at, kind: fact.kind, title, ...(detail ? { detail } : {}) };
    });
