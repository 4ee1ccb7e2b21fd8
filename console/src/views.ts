import {
  ADVERTISERS,
  ATTENDANTS,
  EVERYONE,
  MANAGERS,
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
  { path: '/', label: 'Hoje', icon: 'today', roles: ATTENDANTS },
  {
    path: '/pessoas',
    label: 'Pessoas',
    icon: 'people',
    roles: ATTENDANTS,
    tabs: [
      { path: '/pessoas/leads', label: 'Leads', roles: ATTENDANTS },
      { path: '/pessoas/aplicacoes', label: 'Aplicações', roles: ATTENDANTS },
      { path: '/pessoas/compradores', label: 'Compradores', roles: MANAGERS },
      { path: '/pessoas/carrinhos', label: 'Carrinhos e Pix', roles: MANAGERS },
      { path: '/pessoas/busca', label: 'Busca', roles: ATTENDANTS },
    ],
  },
  { path: '/vendas', label: 'Vendas', icon: 'sales', roles: MANAGERS },
  { path: '/relatorio', label: 'Relatório', icon: 'report', roles: ADVERTISERS },
  {
    path: '/anuncios',
    label: 'Anúncios',
    icon: 'ads',
    roles: ADVERTISERS,
    tabs: [
      { path: '/anuncios', label: 'Gasto', roles: ADVERTISERS },
      { path: '/anuncios/links', label: 'Links de anúncio', roles: ADVERTISERS },
    ],
  },
  { path: '/pagina', label: 'Página', icon: 'page', roles: MANAGERS },
  { path: '/mensagens', label: 'Mensagens', icon: 'messages', roles: MANAGERS },
  {
    path: '/ligacoes',
    label: 'Ligações',
    icon: 'connections',
    roles: MANAGERS,
    tabs: [
      { path: '/ligacoes', label: 'Segredos', roles: OWNERS },
      { path: '/ligacoes/entregas', label: 'Entregas', roles: MANAGERS },
    ],
  },
  {
    path: '/conta',
    label: 'Conta',
    icon: 'account',
    roles: EVERYONE,
    tabs: [
      { path: '/conta', label: 'Acesso', roles: EVERYONE },
      { path: '/conta/pedidos', label: 'Pedidos', roles: MANAGERS },
      { path: '/conta/trilha', label: 'Trilha', roles: MANAGERS },
      { path: '/conta/situacao', label: 'Situação', roles: MANAGERS },
    ],
  },
] as const satisfies readonly MenuView[];

type TabOf<View> = View extends { readonly tabs: readonly (infer Each)[] } ? Each : View;
/** Path of a tab, or of a view without tabs. */
export type TabPath = TabOf<(typeof VIEWS)[number]>['path'];

/** The other views are in the view "Mais". */
export const VIEWS_IN_BOTTOM_BAR = 4;

/** Views that are not in the menu. */
const OTHER_VIEWS: readonly Tab[] = [{ path: '/importar', label: 'Importar', roles: MANAGERS }];

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

export function mayOpen(role: Role, path: string): boolean {
  const tabs = [...VIEWS.flatMap(tabsOf), ...OTHER_VIEWS].filter((tab) => isWithin(path, tab.path));
  const [tab] = tabs.toSorted((a, b) => b.path.length - a.path.length);
  return (tab?.roles ?? EVERYONE).includes(role);
}
