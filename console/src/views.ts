import { includesRole, type Role } from '@funil/contract/console/roles';

interface Page {
  readonly path: string;
  readonly label: string;
  /** The lowest role that may open it. */
  readonly role: Role;
}

/** An entry of the menu. With tabs, it leads to the first one that the operator may open. */
export interface MenuView extends Page {
  /** A name of parts/Icon.tsx. */
  readonly icon: string;
  readonly tabs?: readonly Page[];
}

/** The console's views in the menu's order. Menu, tabs and roles are made from it; tests compare router and docs/telas.md with it. */
export const VIEWS = [
  { path: '/', label: 'Hoje', icon: 'today', role: 'attendant' },
  {
    path: '/pessoas',
    label: 'Pessoas',
    icon: 'people',
    role: 'attendant',
    tabs: [
      { path: '/pessoas/leads', label: 'Leads', role: 'attendant' },
      { path: '/pessoas/aplicacoes', label: 'Aplicações', role: 'attendant' },
      { path: '/pessoas/compradores', label: 'Compradores', role: 'manager' },
      { path: '/pessoas/carrinhos', label: 'Carrinhos e Pix', role: 'manager' },
      { path: '/pessoas/busca', label: 'Busca', role: 'attendant' },
    ],
  },
  { path: '/vendas', label: 'Vendas', icon: 'sales', role: 'manager' },
  { path: '/relatorio', label: 'Relatório', icon: 'report', role: 'manager' },
  {
    path: '/anuncios',
    label: 'Anúncios',
    icon: 'ads',
    role: 'manager',
    tabs: [
      { path: '/anuncios', label: 'Gasto', role: 'manager' },
      { path: '/anuncios/links', label: 'Links de anúncio', role: 'manager' },
    ],
  },
  { path: '/pagina', label: 'Página', icon: 'page', role: 'manager' },
  { path: '/mensagens', label: 'Mensagens', icon: 'messages', role: 'manager' },
  {
    path: '/ligacoes',
    label: 'Ligações',
    icon: 'connections',
    role: 'manager',
    tabs: [
      { path: '/ligacoes', label: 'Segredos', role: 'owner' },
      { path: '/ligacoes/entregas', label: 'Entregas', role: 'manager' },
    ],
  },
  {
    path: '/conta',
    label: 'Conta',
    icon: 'account',
    role: 'attendant',
    tabs: [
      { path: '/conta', label: 'Acesso', role: 'attendant' },
      { path: '/conta/pedidos', label: 'Pedidos', role: 'manager' },
      { path: '/conta/trilha', label: 'Trilha', role: 'manager' },
      { path: '/conta/situacao', label: 'Situação', role: 'manager' },
    ],
  },
] as const satisfies readonly MenuView[];

/** Views that a phone's bar has room for; the others are in the view "Mais". */
export const BAR_VIEWS = 4;

/** Views without an entry in the menu. */
const OTHER_PAGES: readonly Page[] = [{ path: '/importar', label: 'Importar', role: 'manager' }];

const isWithin = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);

export const findView = (path: string): MenuView | undefined =>
  VIEWS.find((view) => isWithin(path, view.path));

/** Returns the tabs of a view, or the view itself. */
export const pagesOf = (view: MenuView): readonly Page[] => view.tabs ?? [view];

/** Returns the views that an operator may open, each with the path of its first permitted page. */
export const menuOf = (role: Role) =>
  VIEWS.flatMap((view) => {
    const first = pagesOf(view).find((page) => includesRole(role, page.role));
    return first === undefined ? [] : [{ ...view, to: first.path }];
  });

/** Returns the lowest role that may open a path. */
export function requiredRoleAt(path: string): Role {
  const pages = [...VIEWS.flatMap(pagesOf), ...OTHER_PAGES].filter((page) =>
    isWithin(path, page.path),
  );
  const [page] = pages.toSorted((a, b) => b.path.length - a.path.length);
  return page?.role ?? 'attendant';
}
