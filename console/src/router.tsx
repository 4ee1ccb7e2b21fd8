import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from './api.ts';
import { type ListName, listQuery, prefetchMessageData } from './contacts/queries.ts';
import { type ListSearch, readListSearch } from './contacts/states.tsx';
import { readDeliverySearch } from './deliveries/queries.ts';
import { Empty } from './parts/Empty.tsx';
import { Failure } from './parts/Failure.tsx';
import { Loading } from './parts/Loading.tsx';
import { View } from './parts/View.tsx';
import { readPeopleSearch } from './people/queries.ts';
import { createPrivateHistory } from './private-search.ts';
import { queryClient } from './queries.ts';
import { readReportSearch } from './report/period.ts';
import { readSalesSearch } from './sales/states.tsx';
import { Shell } from './shell/Shell.tsx';
import { Today, todayQuery } from './today/Today.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // In the first file, because the operators' day begins here.
  loader: () => {
    void queryClient.prefetchQuery(todayQuery);
    prefetchMessageData();
  },
  component: Today,
});
/** The one-time link's address, after the sign-in. */
const firstAccess = createRoute({
  getParentRoute: () => root,
  path: '/primeiro-acesso',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
/** A view without search parameters. */
const view = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const more = view(
  '/mais',
  lazyRouteComponent(() => import('./shell/More.tsx'), 'More'),
);
const contactDetail = lazyRouteComponent(
  () => import('./contacts/ContactDetail.tsx'),
  'ContactDetail',
);

function prefetchList(name: ListName, search: ListSearch): void {
  void queryClient.prefetchInfiniteQuery(listQuery(name, search));
  prefetchMessageData();
}

const leads = createRoute({
  getParentRoute: () => root,
  path: '/leads',
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList('leads', deps),
  component: lazyRouteComponent(() => import('./contacts/ContactsView.tsx'), 'LeadsView'),
});
const lead = createRoute({ getParentRoute: () => leads, path: '$id', component: contactDetail });
const applications = createRoute({
  getParentRoute: () => root,
  path: '/aplicacoes',
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList('applications', deps),
  component: lazyRouteComponent(() => import('./contacts/ContactsView.tsx'), 'ApplicationsView'),
});
const application = createRoute({
  getParentRoute: () => applications,
  path: '$id',
  component: contactDetail,
});
const sales = createRoute({
  getParentRoute: () => root,
  path: '/vendas',
  validateSearch: readSalesSearch,
  component: lazyRouteComponent(() => import('./sales/Sales.tsx'), 'Sales'),
});
const sale = createRoute({
  getParentRoute: () => sales,
  path: '$platform/$key',
  component: lazyRouteComponent(() => import('./sales/SaleDetail.tsx'), 'SaleDetail'),
});
const unreadNotices = view(
  '/vendas/avisos',
  lazyRouteComponent(() => import('./sales/UnreadNotices.tsx'), 'UnreadNotices'),
);
const report = createRoute({
  getParentRoute: () => root,
  path: '/relatorio',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./report/Report.tsx'), 'Report'),
});
const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/entregas',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import('./deliveries/Deliveries.tsx'), 'Deliveries'),
});
const people = createRoute({
  getParentRoute: () => root,
  path: '/pessoas',
  validateSearch: readPeopleSearch,
  component: lazyRouteComponent(() => import('./people/People.tsx'), 'People'),
});
const person = view(
  '/pessoas/$key',
  lazyRouteComponent(() => import('./people/Person.tsx'), 'Person'),
);
const requests = view(
  '/pessoas/pedidos',
  lazyRouteComponent(() => import('./people/Requests.tsx'), 'Requests'),
);
const trail = view(
  '/pessoas/trilha',
  lazyRouteComponent(() => import('./people/Trail.tsx'), 'Trail'),
);
const status = view(
  '/situacao',
  lazyRouteComponent(() => import('./status/Status.tsx'), 'Status'),
);
const templates = view(
  '/mensagens',
  lazyRouteComponent(() => import('./templates/Templates.tsx'), 'Templates'),
);
const account = view(
  '/conta',
  lazyRouteComponent(() => import('./account/Account.tsx'), 'Account'),
);

export const router = createRouter({
  history: createPrivateHistory(),
  routeTree: root.addChildren([
    home,
    firstAccess,
    more,
    leads.addChildren([lead]),
    applications.addChildren([application]),
    sales.addChildren([sale]),
    unreadNotices,
    report,
    deliveries,
    people,
    person,
    requests,
    trail,
    status,
    templates,
    account,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ErrorView,
  defaultPendingMs: 150,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  return (
    <View title="Nada por aqui">
      <Empty title="Este endereço não leva a lugar nenhum.">
        <Link to="/">Voltar para Hoje</Link>
      </Empty>
    </View>
  );
}

/** Shown instead of a view that failed. The code of an earlier build may be gone from the server: a reload fetches the new one. */
function ErrorView({ error, reset }: ErrorComponentProps) {
  if (error instanceof ApiError) return <Failure error={error} onRetry={reset} />;
  return (
    <div className="failure" role="alert">
      <p>Esta tela não abriu. Talvez o console tenha sido atualizado enquanto estava aberto.</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Recarregar
      </button>
    </div>
  );
}
