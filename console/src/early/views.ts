import { loadDetail } from '../subjects/load-detail.ts';

/**
 * The code of the views that are opened from outside, by the first part of their path. Hoje comes with the frame;
 * what is only opened from these is the router's, which comes later.
 */
export const VIEWS = {
  leads: () => import('../subjects/LeadsView.tsx'),
  aplicacoes: () => import('../subjects/ApplicationsView.tsx'),
  vendas: () => import('../sales/Sales.tsx'),
  relatorio: () => import('../report/Report.tsx'),
  entregas: () => import('../deliveries/Deliveries.tsx'),
  pessoas: () => import('../people/People.tsx'),
  mensagens: () => import('../templates/Templates.tsx'),
  situacao: () => import('../status/Status.tsx'),
  conta: () => import('../account/Account.tsx'),
  mais: () => import('../shell/More.tsx'),
};

const BY_PLACE: Readonly<Record<string, () => Promise<unknown>>> = VIEWS;

/** Lets the code of the view at a path come beside the frame's, not after it. */
export function fetchView({ pathname }: Location): void {
  const [, place = '', id] = pathname.split('/');
  const fetches = Object.hasOwn(BY_PLACE, place) ? [BY_PLACE[place]] : [];
  if (id && (place === 'leads' || place === 'aplicacoes')) {
    fetches.push(loadDetail);
  }
  // What did not come is asked for again by the router, which says so.
  for (const fetchIt of fetches) fetchIt?.().catch(() => undefined);
}
