import type { Role } from '@funil/contract/console/roles';
import type { IconName } from '../parts/Icon.tsx';

interface Item {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

/** Always visible, also on a phone. `role`: the lowest role that may open the view. */
export const MAIN_ITEMS = [
  { to: '/', label: 'Hoje', icon: 'today', role: 'attendant' },
  { to: '/leads', label: 'Leads', icon: 'leads', role: 'attendant' },
  { to: '/aplicacoes', label: 'Aplicações', icon: 'applications', role: 'attendant' },
  { to: '/vendas', label: 'Vendas', icon: 'sales', role: 'manager' },
] as const satisfies (Item & { role: Role })[];

/** Below the main items on the rail; in the view "Mais" on a phone. */
export const MORE_ITEMS = [
  { to: '/relatorio', label: 'Relatório', icon: 'report', role: 'manager' },
  { to: '/anuncios', label: 'Anúncios', icon: 'ads', role: 'manager' },
  { to: '/importar', label: 'Importar', icon: 'import', role: 'manager' },
  { to: '/pagina', label: 'Página', icon: 'page', role: 'manager' },
  { to: '/mensagens', label: 'Mensagens', icon: 'messages', role: 'manager' },
  { to: '/entregas', label: 'Entregas', icon: 'deliveries', role: 'manager' },
  { to: '/ligacoes', label: 'Ligações', icon: 'connections', role: 'owner' },
  { to: '/pessoas', label: 'Pessoas', icon: 'people', role: 'attendant' },
  { to: '/situacao', label: 'Situação', icon: 'status', role: 'manager' },
  { to: '/conta', label: 'Conta', icon: 'account', role: 'attendant' },
] as const satisfies (Item & { role: Role })[];

export const MORE = { to: '/mais', label: 'Mais', icon: 'more' } as const satisfies Item;

export type NavigationItem = (typeof MAIN_ITEMS | typeof MORE_ITEMS)[number] | typeof MORE;

/** Parts of a view that require a higher role than the view. */
const RESTRICTED_PARTS: readonly { readonly to: string; readonly role: Role }[] = [
  { to: '/pessoas/pedidos', role: 'manager' },
  { to: '/pessoas/trilha', role: 'manager' },
];

/** Returns the lowest role that may open a path. */
export const requiredRoleAt = (path: string): Role =>
  [...RESTRICTED_PARTS, ...MAIN_ITEMS.slice(1), ...MORE_ITEMS].find(
    ({ to }) => path === to || path.startsWith(`${to}/`),
  )?.role ?? 'attendant';
