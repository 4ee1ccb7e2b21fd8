import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type { ContactState, TimelineEntry } from '@funil/contract/console/contacts';
import type { Role } from '@funil/contract/console/roles';
import { formatCents } from '@funil/contract/money';
import type { TimelineRecord } from '../../leads/timeline/sort-records.ts';
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
function describeRecord(record: TimelineRecord): [title: string, detail?: string | null] {
  switch (record.kind) {
    case 'arrival': {
      const { utm_source, utm_medium, utm_campaign, utm_content } = record.origin;
      const origin = [utm_source, utm_medium, utm_campaign, utm_content].filter(Boolean);
      return ['Chegou à página', origin.join(' / ')];
    }
    case 'section':
      return [`Viu a seção ${record.section}`, `${Math.round(record.ms / 1000)} s`];
    case 'click':
      return [`Clicou em “${record.label}”`, record.section];
    case 'form': {
      const form = record.form === 'aplicacao' ? 'aplicação' : record.form;
      return [FORM_TITLES[record.what], join(form, record.field)];
    }
    case 'lead':
      return ['Deixou nome e telefone'];
    case 'draft':
      return ['Passou da primeira etapa da aplicação'];
    case 'application':
      return ['Enviou a aplicação'];
    case 'sale': {
      const money = record.cents === null ? null : formatCents(record.cents);
      const title = record.isPartial ? 'Parte do dinheiro devolvida' : SALE_TITLES[record.state];
      return [title, join(money, record.product, record.platform)];
    }
    case 'state': {
      const label = CONTACT_STATE_LABELS[record.detail as ContactState] ?? record.detail;
      return [`Estado: ${label}`, record.by];
    }
    case 'note':
      return ['Nota mudada', record.by];
    case 'message':
      return ['Conversa aberta no WhatsApp', join(record.detail, record.by)];
    case 'delivery':
      return [DELIVERY_TITLES[record.state] ?? record.state, join(record.type, record.destination)];
  }
}

/** Returns a person's timeline for a role: attendants see no sales and deliveries. */
export const describeTimeline = (records: readonly TimelineRecord[], role: Role): TimelineEntry[] =>
  records
    .filter(({ kind }) => seesMoney(role) || (kind !== 'sale' && kind !== 'delivery'))
    .map((record) => {
      const [title, detail] = describeRecord(record);
      return { at: record.at, kind: record.kind, title, ...(detail ? { detail } : {}) };
    });
