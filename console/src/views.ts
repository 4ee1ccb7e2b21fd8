import {
  AD_STAFF,
  CONTACT_STAFF,
  EVERYONE,
  MANAGEMENT,
  OWNERS,
  type Role,
} from '@funil/contract/operators/roles';

interface Tab {
  readonly path: string;
  readonly label: string;
  readonly roles: readonly Role[];
}

/** An entry with tabs leads to the first tab that the operator may open. */
export interface MenuView extends Tab {
  /** A name in `parts/Icon.tsx`; the menu checks it. */
  readonly icon: string;
  readonly tabs?: readonly Tab[];
}

/** In the menu's order. The compiler demands a route of each view, and a test demands its mention in docs/telas.md. */
export const VIEWS = [
  { path: '/', label: 'Hoje', icon: 'today', roles: CONTACT_STAFF },
  {
    path: '/pessoas',
    label: 'Pessoas',
    icon: 'people',
    roles: CONTACT_STAFF,
    tabs: [
      { path: '/pessoas/leads', label: 'Leads', roles: CONTACT_STAFF },
      { path: '/pessoas/aplicacoes', label: 'Aplicações', roles: CONTACT_STAFF },
      { path: '/pessoas/compradores', label: 'Compradores', roles: MANAGEMENT },
      { path: '/pessoas/carrinhos', label: 'Carrinhos e Pix', roles: MANAGEMENT },
      { path: '/pessoas/busca', label: 'Busca', roles: CONTACT_STAFF },
    ],
  },
  { path: '/vendas', label: 'Vendas', icon: 'sales', roles: MANAGEMENT },
  { path: '/relatorio', label: 'Relatório', icon: 'report', roles: AD_STAFF },
  {
    path: '/anuncios',
    label: 'Anúncios',
    icon: 'ads',
    roles: AD_STAFF,
    tabs: [
      { path: '/anuncios', label: 'Gasto', roles: AD_STAFF },
      { path: '/anuncios/links', label: 'Links de anúncio', roles: AD_STAFF },
    ],
  },
  { path: '/pagina', label: 'Página', icon: 'page', roles: MANAGEMENT },
  { path: '/mensagens', label: 'Mensagens', icon: 'messages', roles: MANAGEMENT },
  {
    path: '/ligacoes',
    label: 'Ligações',
    icon: 'connections',
    roles: MANAGEMENT,
    tabs: [
      { path: '/ligacoes', label: 'Segredos', roles: OWNERS },
      { path: '/ligacoes/entregas', label: 'Entregas', roles: MANAGEMENT },
    ],
  },
  {
    path: '/conta',
    label: 'Conta',
    icon: 'account',
    roles: EVERYONE,
    tabs: [
      { path: '/conta', label: 'Acesso', roles: EVERYONE },
      { path: '/conta/pedidos', label: 'Pedidos', roles: MANAGEMENT },
      { path: '/conta/trilha', label: 'Trilha', roles: MANAGEMENT },
      { path: '/conta/situacao', label: 'Situação', roles: MANAGEMENT },
    ],
  },
] as const satisfies readonly MenuView[];

type TabOf<View> = View extends { readonly tabs: readonly (infer Each)[] } ? Each : View;
/** Path of a tab, or of a view without tabs. */
export type TabPath = TabOf<(typeof VIEWS)[number]>['path'];

/** The number of views in a phone's navigation bar; the view "Mais" lists the others. */
export const VIEWS_IN_BOTTOM_BAR = 4;

/** Views that are not in the menu. */
const OTHER_VIEWS: readonly Tab[] = [{ path: '/importar', label: 'Importar', roles: MANAGEMENT }];

const isWithin = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);

export const findView = (path: string): MenuView | undefined =>
  VIEWS.find((view) => isWithin(path, view.path));

/** Returns a view's tabs; without tabs, the view itself. */
export const tabsOf = (view: MenuView): readonly Tab[] => view.tabs ?? [view];

/** Returns the views that an operator may open, each with the path of its first permitted tab. */
export const menuOf = (role: Role) =>
  VIEWS.flatMap((view) => {
    const firstTab = tabsOf(view).find((tab) => tab.roles.includes(role));
    return firstTab === undefined ? [] : [{ ...view, to: firstTab.path }];
  });

/** Undefined if `path` is the path of the tab that it opens, or belongs to no menu entry. */
export function findMenuTarget(role: Role, path: string): string | undefined {
  const menu = menuOf(role);
  const menuView =
    path === '/' ? menu[0] : menu.find((view) => [view.path, `${view.path}/`].includes(path));
  return menuView?.to === path ? undefined : menuView?.to;
}

export function mayOpen(role: Role, path: string): boolean {
  const tabs = [...VIEWS.flatMap(tabsOf), ...OTHER_VIEWS].filter((tab) => isWithin(path, tab.path));
  const [tab] = tabs.toSorted((a, b) => b.path.length - a.path.length);
  return (tab?.roles ?? EVERYONE).includes(role);
}
