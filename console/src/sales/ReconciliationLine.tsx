import { platformLabel } from '@funil/contract/sales/platforms';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/Icon.tsx';
import { Time } from '../parts/time/Time.tsx';
import { reconciliationsQuery } from './queries.ts';

/** Says when the sales were last compared with a platform, or that a comparison failed. */
export function ReconciliationLine() {
  const { data } = useQuery(reconciliationsQuery);
  const items = data?.items ?? [];
  const failed = items.find(({ problem }) => problem !== null);
  const neverCompared = items.find(({ checked_at }) => checked_at === null);
  const shownComparison = failed ?? neverCompared ?? items[0];
  if (!shownComparison) return null;
  const label = platformLabel(shownComparison.platform);
  return (
    <p
      className="flex items-center gap-2.5 px-pad border-b text-small text-muted data-failed:bg-warn/12 data-failed:text-inherit"
      data-failed={failed !== undefined || undefined}
    >
      {failed && <Icon name="warning" className="text-warn" />}
      <span>
        {failed && `A conferência com a ${label} não foi completa.`}
        {!failed && shownComparison.checked_at === null && `A conferir com a ${label}.`}
        {!failed && shownComparison.checked_at !== null && (
          <>
            Conferidas com a {label}: <Time at={shownComparison.checked_at} />
          </>
        )}
      </span>
      <Link
        className="inline-flex flex-none items-center min-h-11 px-2 font-semibold"
        to="/vendas/conferencia"
      >
        {failed ? 'Ver' : 'Conferir'}
      </Link>
    </p>
  );
}
