import type { Role } from '@funil/contract/console/roles';
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
  /** The least role that may open it. */
  readonly role: Role;
}

/** Views that operators use many times a day: always visible, also on a phone. */
export const DAILY: readonly Place[] = [
  { to: '/', label: 'Hoje', icon: 'today', role: 'attendant' },
  { to: '/leads', label: 'Leads', icon: 'leads', role: 'attendant' },
  { to: '/aplicacoes', label: 'Aplicações', icon: 'applications', role: 'attendant' },
];

/** The other views: below on the rail, behind "Mais" on a phone. */
export const OTHERS: readonly Place[] = [
  { to: '/vendas', label: 'Vendas', icon: 'sales', role: 'manager' },
  { to: '/relatorio', label: 'Relatório', icon: 'report', role: 'manager' },
  { to: '/mensagens', label: 'Mensagens', icon: 'messages', role: 'manager' },
  { to: '/entregas', label: 'Entregas', icon: 'deliveries', role: 'manager' },
  { to: '/pessoas', label: 'Pessoas', icon: 'people', role: 'attendant' },
  { to: '/situacao', label: 'Situação', icon: 'status', role: 'manager' },
  { to: '/conta', label: 'Conta', icon: 'account', role: 'attendant' },
];

/** On a phone, the way to those. */
export const MORE: Place = { to: '/mais', label: 'Mais', icon: 'more', role: 'attendant' };

/** Parts of a view that need more than the view. */
const PARTS: readonly { readonly to: string; readonly role: Role }[] = [
  { to: '/pessoas/pedidos', role: 'manager' },
  { to: '/pessoas/trilha', role: 'manager' },
];

/** The least role that may open a path. */
export const requiredRoleAt = (path: string): Role =>
  [...PARTS, ...OTHERS].find(({ to }) => path === to || path.startsWith(`${to}/`))?.role ??
  'attendant';
