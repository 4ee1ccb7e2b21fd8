import type { PlatformNotices } from '@funil/contract/console/sales';
import { platformLabel } from '@funil/contract/platforms';
import { REFUSAL_LABELS } from '@funil/contract/refusals';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatShortTime } from '../parts/format-time.ts';
import { Icon } from '../parts/Icon.tsx';
import { useNow } from '../parts/use-now.ts';
import { platformNoticesQuery, unreadQuery } from './queries.ts';

/** What is wrong with the platforms' notices, above the list of sales. */
export function NoticeBanners() {
  const { data: platforms = [] } = useQuery(platformNoticesQuery);
  const { data: unread = [], hasNextPage } = useInfiniteQuery(unreadQuery);
  const now = useNow();
  return (
    <div>
      {platforms.map((found) => {
        const text = describeWarning(found, now);
        return text && <Banner key={found.platform} text={text} link="O que fazer" />;
      })}
      {unread.length > 0 && (
        <Banner
          text={
            unread.length === 1
              ? '1 aviso de plataforma não foi entendido.'
              : `${unread.length}${hasNextPage ? ' ou mais' : ''} avisos de plataforma não foram entendidos.`
          }
          link="Ver"
        />
      )}
    </div>
  );
}

function describeWarning({ platform, warning }: PlatformNotices, now: number): string | null {
  if (warning === null) return null;
  const label = platformLabel(platform);
  const since = formatShortTime(warning.since, now);
  return warning.kind === 'refused'
    ? `Avisos da ${label} recusados desde ${since} (${REFUSAL_LABELS[warning.reason]}): as vendas deles não chegaram.`
    : `Nenhum aviso da ${label} desde ${since}, há mais tempo que o normal.`;
}

function Banner({ text, link }: { text: string; link: string }) {
  return (
    <p className="flex items-center gap-2.5 px-pad py-2 border-b bg-warn/12 [&_.icon]:text-warn [&_a]:py-2.5 [&_a]:font-semibold [&_a]:whitespace-nowrap">
      <Icon name="warning" />
      <span>
        {text} <Link to="/vendas/avisos">{link}</Link>
      </span>
    </p>
  );
}
