import type { PlatformNotices } from '@funil/contract/console/sales';
import { formatCount } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/sales/platforms';
import { REFUSAL_LABELS } from '@funil/contract/sales/refusals';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatFullTime } from '../parts/format-time.ts';
import { Time } from '../parts/Time.tsx';
import { ViewButton } from '../parts/ViewButton.tsx';
import { platformNoticesQuery } from './queries.ts';

/** Every platform's last accepted notice, what is wrong, and its refused notices. */
export function PlatformList() {
  const query = useQuery(platformNoticesQuery);
  return (
    <>
      <QueryStatus query={query} />
      {query.data?.length === 0 && (
        <Empty title="Nenhuma plataforma avisou ainda.">
          <p>
            Falta cadastrar no painel da plataforma o endereço dos avisos, que está em Ligações.
          </p>
          <ViewButton to="/ligacoes">Ligar o checkout</ViewButton>
        </Empty>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="rounded-xl border bg-raised lines [&>li]:grid [&>li]:gap-0.5 [&>li]:px-4 [&>li]:py-3">
          {query.data.map((found) => (
            <PlatformLine key={found.platform} found={found} />
          ))}
        </ul>
      )}
    </>
  );
}

function PlatformLine({ found }: { found: PlatformNotices }) {
  const { platform, accepted_at: acceptedAt, refusals, problems } = found;
  return (
    <li>
      <strong>
        <span className="state" data-tone={toneOf(problems)}>
          {platformLabel(platform)}
        </span>
      </strong>
      <span className="text-muted text-small">
        {acceptedAt === null
          ? 'Nenhum aviso aceito até agora.'
          : `Último aviso aceito: ${formatFullTime(acceptedAt)}.`}
      </span>
      {problems.map(({ what, remedy }) => (
        <p key={what}>
          {what} {remedy}
        </p>
      ))}
      {refusals.length > 0 && (
        <details open={isRed(problems)}>
          <summary className="w-fit py-2.5 font-semibold cursor-pointer">Avisos recusados</summary>
          <ul className="[&>li]:grid [&>li]:grid-cols-[5.5rem_minmax(0,1fr)] [&>li]:gap-3 [&>li]:py-1">
            {refusals.map(({ at, reason, count }) => (
              <li key={`${at} ${reason}`}>
                <Time at={at} />
                <span>
                  {REFUSAL_LABELS[reason]}
                  {count > 1 && ` (${formatCount(count)} vezes)`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function toneOf(problems: PlatformNotices['problems']): 'good' | 'warn' | 'bad' {
  if (problems.length === 0) return 'good';
  return isRed(problems) ? 'bad' : 'warn';
}

const isRed = (problems: PlatformNotices['problems']): boolean =>
  problems.some(({ level }) => level === 'red');
