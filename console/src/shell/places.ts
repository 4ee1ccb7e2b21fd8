import type { IconName } from '../parts/Icon.tsx';

export interface Place {
  readonly to:
    | '/'
    | '/leads'
    | '/aplicacoes'
    | '/vendas'
    | '/relatorio'
    | '/entregas'
    | '/pessoas'
    | '/situacao'
    | '/mensagens'
    | '/conta'
    | '/mais';
  readonly label: string;
  readonly icon: IconName;
}

/** What an operator does many times a day: always at hand, also on a phone. */
export const DAILY: readonly Place[] = [
  { to: '/', label: 'Hoje', icon: 'today' },
  { to: '/leads', label: 'Leads', icon: 'leads' },
  { to: '/aplicacoes', label: 'Aplicações', icon: 'applications' },
];

/** What is looked at now and then: below on the rail, behind "Mais" on a phone. */
export const OTHERS: readonly Place[] = [
  { to: '/vendas', label: 'Vendas', icon: 'sales' },
  { to: '/relatorio', label: 'Relatório', icon: 'report' },
  { to: '/mensagens', label: 'Mensagens', icon: 'messages' },
  { to: '/entregas', label: 'Entregas', icon: 'deliveries' },
  { to: '/pessoas', label: 'Pessoas', icon: 'people' },
  { to: '/situacao', label: 'Situação', icon: 'status' },
  { to: '/conta', label: 'Conta', icon: 'account' },
];

/** On a phone, the way to those. */
export const MORE: Place = { to: '/mais', label: 'Mais', icon: 'more' };
