import { noticeErrorLabel } from '@funil/contract/console/notice-labels';
import { formatCount, formatQuantity } from '@funil/contract/counts';
import { platformLabel } from '@funil/contract/sales/platforms';
import { NOTICE_REFUSAL_LABELS } from '@funil/contract/sales/refusals';
import type { PlatformNotices } from '@funil/contract/sales/sales';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import { RowList } from '../parts/list/RowList.tsx';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { formatFullTime } from '../parts/time/format-time.ts';
import { Time } from '../parts/time/Time.tsx';
import { View } from '../parts/View.tsx';
import { ViewButton } from '../parts/ViewButton.tsx';
import { failedNoticesQuery, platformNoticesQuery } from './queries.ts';

const NOTICE_ROW_CLASSES = 'grid gap-0.5 px-4 py-3';

export function Notices() {
  const platforms = useQuery(platformNoticesQuery);
  return (
    <View
      title="Avisos das plataformas"
      subtitle="A cada Pix, venda ou reembolso a plataforma manda um aviso, e o Funil guarda a venda."
      actions={<BackToSales />}
    >
      <RowList
        query={platforms}
        empty={
          <Empty title="Nenhuma plataforma avisou ainda.">
            <p>
              Falta cadastrar no painel da plataforma o endereço dos avisos, que está em Ligações.
            </p>
            <ViewButton to="/ligacoes">Ligar o checkout</ViewButton>
          </Empty>
        }
      >
        {(notices) => <PlatformRow key={notices.platform} notices={notices} />}
      </RowList>
      {platforms.data?.length !== 0 && <FailedNotices />}
    </View>
  );
}

export const BackToSales = () => (
  <Link to="/vendas" search={{}} className="button">
    Voltar às vendas
  </Link>
);

function PlatformRow({ notices }: { notices: PlatformNotices }) {
  const { platform, accepted_at: acceptedAt, refusals, problems } = notices;
  const refusedCount = refusals.reduce((sum, { count }) => sum + count, 0);
  return (
    <li className={NOTICE_ROW_CLASSES}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base">{platformLabel(platform)}</h2>
        <StateMark {...noticesMarkOf(problems)} />
      </div>
      <p className="text-muted text-small">
        {acceptedAt === null ? (
          'Nenhum aviso aceito até agora'
        ) : (
          <>
            Último aviso aceito: <Time at={acceptedAt} />
          </>
        )}
      </p>
      {problems.map(({ what, remedy }) => (
        <p key={what}>
          {what} {remedy}
        </p>
      ))}
      {refusals.length > 0 && (
        <details className="fold" open={isRed(problems)}>
          <summary>{formatQuantity(refusedCount, 'aviso recusado', 'avisos recusados')}</summary>
          <ul>
            {refusals.map(({ at, reason, count }) => (
              <li
                key={`${at} ${reason}`}
                className="grid grid-cols-1 gap-x-3 py-1 xs:grid-cols-[5.5rem_minmax(0,1fr)]"
              >
                <Time at={at} />
                <span>
                  {NOTICE_REFUSAL_LABELS[reason]}
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

function noticesMarkOf(problems: PlatformNotices['problems']): StateMarkProps {
  if (problems.length === 0) return { label: 'Em dia', tone: 'good' };
  return isRed(problems)
    ? { label: 'Com problema', tone: 'bad' }
    : { label: 'Pede atenção', tone: 'warn' };
}

const isRed = (problems: PlatformNotices['problems']): boolean =>
  problems.some(({ level }) => level === 'red');

function FailedNotices() {
  const query = useInfiniteQuery(failedNoticesQuery);
  return (
    <section aria-labelledby="failed-notices" className="grid gap-2 mt-8">
      <h2 id="failed-notices">Avisos não entendidos</h2>
      <p className="text-muted">
        Nenhum se perdeu: ficam guardados e são lidos de novo a cada atualização do Funil.
      </p>
      <RowList query={query} empty={<p>Todos os avisos foram entendidos.</p>}>
        {({ id, platform, received_at, read_error }) => (
          <li key={id} className={NOTICE_ROW_CLASSES}>
            <strong>{platformLabel(platform)}</strong>
            <Time at={received_at} className="text-muted text-small">
              {formatFullTime(received_at)}
            </Time>
            <p>{read_error && noticeErrorLabel(read_error)}</p>
          </li>
        )}
      </RowList>
    </section>
  );
}
