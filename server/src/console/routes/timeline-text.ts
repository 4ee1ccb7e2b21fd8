import { describeUtms } from '@funil/contract/ads/reported-utm';
import { fieldLabel, formLabel, sectionLabel } from '@funil/contract/console/answer-labels';
import {
  destinationLabel,
  EVENT_LABELS,
  eventLabel,
} from '@funil/contract/console/delivery-labels';
import { CONTACT_STATE_LABELS } from '@funil/contract/contacts/contact-states';
import type { ContactState, TimelineEntry } from '@funil/contract/contacts/contacts';
import type { DeliveryState } from '@funil/contract/deliveries/deliveries';
import { toShortLocalTime } from '@funil/contract/local-time';
import { formatCents } from '@funil/contract/money';
import type { Role } from '@funil/contract/operators/roles';
import { platformLabel } from '@funil/contract/sales/platforms';
import { productLabel } from '@funil/contract/sales/product-label';
import type { SaleState } from '@funil/contract/sales/sale-record';
import type { TimelineRecord } from '../../people/sort-records.ts';
import { seesMoney } from './access.ts';

const SALE_TITLES: Readonly<Record<SaleState, string>> = {
  pending: EVENT_LABELS['sale.pending'],
  paid: EVENT_LABELS['sale.paid'],
  refunded: EVENT_LABELS['sale.refunded'],
  chargeback: EVENT_LABELS['sale.chargeback'],
  canceled: 'Venda cancelada',
  abandoned: 'Checkout abandonado',
};

const FORM_TITLES = {
  lead: { started: 'Começou a preencher', left: 'Parou de preencher' },
  aplicacao: { started: 'Começou a aplicação', left: 'Parou a aplicação' },
};

const DELIVERY_TITLES: Readonly<Record<DeliveryState, string>> = {
  waiting: 'Aviso na fila',
  delivered: 'Aviso entregue',
  dead: 'Aviso não entregue',
  canceled: 'Aviso cancelado',
};

const joinDetails = (...details: (string | null)[]) => details.filter(Boolean).join(', ');

function describeRecord(record: TimelineRecord): [title: string, detail?: string | null] {
  switch (record.kind) {
    case 'arrival':
      return ['Chegou à página', describeUtms(record.origin)];
    case 'section':
      return [
        record.section === 'hero'
          ? 'Viu a primeira tela'
          : `Viu a seção ${sectionLabel(record.section)}`,
        `${Math.round(record.ms / 1000)} s`,
      ];
    case 'click':
      return [`Clicou em “${record.label}”`, record.section && sectionLabel(record.section)];
    case 'form': {
      if (record.action === 'completed') return ['Enviou o formulário', formLabel(record.form)];
      const titles = FORM_TITLES[record.form === 'aplicacao' ? 'aplicacao' : 'lead'];
      return [titles[record.action], record.field && fieldLabel(record.field)];
    }
    case 'lead':
      return ['Deixou nome e telefone'];
    case 'draft':
      return ['Passou da primeira etapa da aplicação'];
    case 'application':
      return ['Enviou a aplicação'];
    case 'sale': {
      const money = record.cents === null ? null : formatCents(record.cents);
      const title = record.isPartialRefund
        ? 'Parte do dinheiro devolvida'
        : SALE_TITLES[record.state];
      return [
        title,
        joinDetails(
          money,
          record.product && productLabel(record.product),
          platformLabel(record.platform),
        ),
      ];
    }
    case 'state': {
      const label = CONTACT_STATE_LABELS[record.detail as ContactState] ?? record.detail;
      return [`Estado: ${label}`, record.by];
    }
    case 'note':
      return [record.detail === 'removed' ? 'Anotação apagada' : 'Anotação', record.by];
    case 'owner':
      return record.detail
        ? ['Ganhou responsável', joinDetails(record.detail, record.by)]
        : ['Ficou sem responsável', record.by];
    case 'follow_up':
      return record.detail
        ? ['Retorno marcado', joinDetails(toShortLocalTime(Date.parse(record.detail)), record.by)]
        : ['Retorno desmarcado', record.by];
    case 'message':
      return ['Conversa aberta no WhatsApp', joinDetails(record.detail, record.by)];
    case 'delivery':
      return [
        DELIVERY_TITLES[record.state],
        joinDetails(eventLabel(record.type), destinationLabel(record.destination)),
      ];
  }
}

/** Describes the records in Portuguese. Omits sales and deliveries for roles that see no money. */
export const describeTimeline = (records: readonly TimelineRecord[], role: Role): TimelineEntry[] =>
  records
    .filter(({ kind }) => seesMoney(role) || (kind !== 'sale' && kind !== 'delivery'))
    .map((record) => {
      const [title, detail] = describeRecord(record);
      return { at: record.at, kind: record.kind, title, ...(detail ? { detail } : {}) };
    });
