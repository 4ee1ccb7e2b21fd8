import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { searchTermRewrite } from './addresses.ts';
import { ApiError, OFFLINE_PROBLEM, UNREACHABLE_PROBLEM } from './api.ts';
import { type ListName, listQuery, prefetchMessageData } from './contacts/queries.ts';
import { readListSearch } from './contacts/states.tsx';
import { readDeliverySearch } from './deliveries/queries.ts';
import { marksQuery } from './live/follow-changes.ts';
import { isUnreachable, waitUntilReachable } from './live/live-state.ts';
import { readPageSearch } from './page/search.ts';
import { Button } from './parts/Button.tsx';
import { Empty } from './parts/Empty.tsx';
import { Alert, Failure } from './parts/Failure.tsx';
import { Loading } from './parts/Loading.tsx';
import { readSalesSearch } from './parts/sales-search.ts';
import { View } from './parts/View.tsx';
import { readPeopleSearch } from './people/queries.ts';
import { queryClient } from './queries.ts';
import { readReportSearch } from './report/period.ts';
import { Shell } from './shell/Shell.tsx';
import { readSpendSearch } from './spend/queries.ts';
import { todayQuery } from './today/queries.ts';
import type { TabPath } from './views.ts';

const root = createRootRoute({
  // The marks are read before the rows of the first view, so that a later change is noticed.
  beforeLoad: () => void queryClient.prefetchQuery(marksQuery),
  component: Shell,
  notFoundComponent: NotFound,
});

/** Signed-in operators who open a one-time link are sent to the first view. */
const firstAccess = createRoute({
  getParentRoute: () => root,
  path: '/primeiro-acesso',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

type Importer<Name extends string> = () => Promise<{ readonly [Export in Name]: RouteComponent }>;

/** Without internet or server, the view explains why its code is missing. */
const lazyView = <const Name extends string>(importer: Importer<Name>, name: Name) =>
  lazyRouteComponent(
    () =>
      importer().catch((error: unknown) => {
        if (!isUnreachable()) throw error;
        throw new ApiError(0, navigator.onLine ? UNREACHABLE_PROBLEM : OFFLINE_PROBLEM);
      }),
    name,
  );

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ preload }) => {
    // A pointer over a link reads no rows, because the audit trail would record a view.
    if (!preload) void queryClient.prefetchQuery(todayQuery);
    prefetchMessageData();
  },
  component: lazyView(() => import('./today/Today.tsx'), 'Today'),
});

const createView = <const Path extends string, const Name extends string>(
  path: Path,
  importer: Importer<Name>,
  name: Name,
) => createRoute({ getParentRoute: () => root, path, component: lazyView(importer, name) });

const createSearchView = <const Path extends string, const Name extends string, Search>(
  path: Path,
  validateSearch: (query: Record<string, unknown>) => Search,
  importer: Importer<Name>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch,
    component: lazyView(importer, name),
  });

const createContactList = <const Path extends string>(
  path: Path,
  list: ListName,
  viewName: 'LeadsView' | 'ApplicationsView',
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readListSearch,
    // A loader would hide the view with its search field during a slow search.
    beforeLoad: ({ search, preload }) => {
      if (!preload) void queryClient.prefetchInfiniteQuery(listQuery(list, search));
      prefetchMessageData();
    },
    component: lazyView(() => import('./contacts/ContactsView.tsx'), viewName),
  });
const contactDetail = lazyView(() => import('./contacts/ContactDetail.tsx'), 'ContactDetail');

const leads = createContactList('/pessoas/leads', 'leads', 'LeadsView');
const lead = createRoute({ getParentRoute: () => leads, path: '$id', component: contactDetail });
const applications = createContactList('/pessoas/aplicacoes', 'applications', 'ApplicationsView');
const application = createRoute({
  getParentRoute: () => applications,
  path: '$id',
  component: contactDetail,
});
const importSales = () => import('./sales/Sales.tsx');
const saleView = lazyView(() => import('./sales/SaleView.tsx'), 'SaleView');
const sales = createSearchView('/vendas', readSalesSearch, importSales, 'Sales');
const buyers = createSearchView('/pessoas/compradores', readSalesSearch, importSales, 'Buyers');
const carts = createSearchView('/pessoas/carrinhos', readSalesSearch, importSales, 'Carts');
const SALE_DETAIL_ROUTE = { path: '$platform/$key', component: saleView } as const;
const sale = createRoute({ getParentRoute: () => sales, ...SALE_DETAIL_ROUTE });
const buyer = createRoute({ getParentRoute: () => buyers, ...SALE_DETAIL_ROUTE });
const cart = createRoute({ getParentRoute: () => carts, ...SALE_DETAIL_ROUTE });

export const router = createRouter({
  rewrite: searchTermRewrite,
  routeTree: root.addChildren([
    home,
    firstAccess,
    leads.addChildren([lead]),
    applications.addChildren([application]),
    buyers.addChildren([buyer]),
    carts.addChildren([cart]),
    createSearchView(
      '/pessoas/busca',
      readPeopleSearch,
      () => import('./people/PeopleSearch.tsx'),
      'PeopleSearch',
    ),
    sales.addChildren([sale]),
    createView('/vendas/avisos', () => import('./sales/Notices.tsx'), 'Notices'),
    createView('/vendas/conferencia', () => import('./sales/Reconciliation.tsx'), 'Reconciliation'),
    createSearchView('/relatorio', readReportSearch, () => import('./report/Report.tsx'), 'Report'),
    createSearchView('/anuncios', readSpendSearch, () => import('./spend/Spend.tsx'), 'Spend'),
    createView('/anuncios/links', () => import('./spend/AdLinks.tsx'), 'AdLinks'),
    createView('/importar', () => import('./imports/Imports.tsx'), 'Imports'),
    createSearchView(
      '/pagina',
      readPageSearch,
      () => import('./page/PageEditor.tsx'),
      'PageEditor',
    ),
    createView('/mensagens', () => import('./templates/Templates.tsx'), 'Templates'),
    createView('/ligacoes', () => import('./connections/Connections.tsx'), 'Connections'),
    createSearchView(
      '/ligacoes/entregas',
      readDeliverySearch,
      () => import('./deliveries/Deliveries.tsx'),
      'Deliveries',
    ),
    createView('/conta', () => import('./account/Account.tsx'), 'Account'),
    createView('/conta/pedidos', () => import('./people/Requests.tsx'), 'Requests'),
    createView('/conta/trilha', () => import('./people/Trail.tsx'), 'Trail'),
    createView('/conta/situacao', () => import('./status/Status.tsx'), 'Status'),
    createView('/mais', () => import('./shell/More.tsx'), 'More'),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ErrorView,
  defaultPendingMs: 150,
});

// This line does not compile if a view of the menu has no route.
router.routesByPath satisfies Record<TabPath, unknown>;

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  return (
    <View title="Nada por aqui">
      <Empty title="Este endereço não leva a lugar nenhum.">
        <Link to="/" className="button">
          Voltar ao início
        </Link>
      </Empty>
    </View>
  );
}

/** Opens the view again once the server is reachable. Other errors may come from code of an earlier build. */
function ErrorView({ error }: ErrorComponentProps) {
  const router = useRouter();
  const retry = useCallback(() => void router.invalidate(), [router]);
  useEffect(() => {
    let isShown = true;
    if (isUnreachable()) void waitUntilReachable().then(() => isShown && retry());
    return () => {
      isShown = false;
    };
  }, [retry]);
  if (error instanceof ApiError) return <Failure error={error} onRetry={retry} />;
  return (
    <Alert>
      <p>Esta tela não abriu. Talvez o painel tenha sido atualizado enquanto estava aberto.</p>
      <Button onClick={() => window.location.reload()}>Recarregar</Button>
    </Alert>
  );
}
