import type { OriginSum, ReportPeriod } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { explain } from '../api.ts';
import type { ListSearch } from '../contacts/states.tsx';
import { Icon } from '../parts/Icon.tsx';
import { creativesQuery, type Days } from './period.ts';
import { Bar, formatShare } from './Ranking.tsx';

interface Props {
  period: ReportPeriod;
  days: Days;
}

/** Rows that are shown before the operator asks for all. */
const MAX_ROWS = 12;

const keyOf = ({ source, medium, campaign }: OriginSum) =>
  JSON.stringify([source, medium, campaign]);

/** Which ad pays: the results of each campaign, and behind it its creatives and their leads. */
export function Origins({ period, days }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const [isAll, setIsAll] = useState(false);
  const { campaigns, sales_without_origin, money_without_origin } = period;
  const shown = isAll ? campaigns : campaigns.slice(0, MAX_ROWS);
  const most = Math.max(1, ...campaigns.map(({ paid_cents }) => paid_cents));
  if (campaigns.length === 0) return null;
  return (
    <section className="panel origins" aria-labelledby="origins-title">
      <h2 id="origins-title">Qual anúncio paga</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Origem</th>
            <th scope="col" className="wide-only">
              Visitas
            </th>
            <th scope="col">Leads</th>
            <th scope="col" className="wide-only">
              Visita → lead
            </th>
            <th scope="col">Vendas</th>
            <th scope="col">Receita</th>
          </tr>
        </thead>
        {shown.map((origin) => {
          const key = keyOf(origin);
          const isOpen = key === open;
          return (
            <tbody key={key} data-open={isOpen || undefined}>
              <tr>
                <th scope="row">
                  <button
                    type="button"
                    className="press origins-open"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? null : key)}
                  >
                    <Icon name="forward" />
                    <Name origin={origin} />
                  </button>
                </th>
                <td className="wide-only">{formatCount(origin.visits)}</td>
                <td>{formatCount(origin.leads)}</td>
                <td className="wide-only">{formatShare(origin.leads, origin.visits)}</td>
                <td>{formatCount(origin.sales)}</td>
                <td className="origins-money">
                  {formatCents(origin.paid_cents)}
                  <Bar share={origin.paid_cents / most} />
                </td>
              </tr>
              {isOpen && <Creatives origin={origin} days={days} />}
            </tbody>
          );
        })}
      </table>
      {campaigns.length > shown.length && (
        <button type="button" className="button quiet" onClick={() => setIsAll(true)}>
          Mostrar as {formatCount(campaigns.length)} origens
        </button>
      )}
      {sales_without_origin > 0 && (
        <p className="origins-without">
          Sem origem conhecida: {formatCount(sales_without_origin)}{' '}
          {sales_without_origin === 1 ? 'venda' : 'vendas'},{' '}
          {formatCents(money_without_origin.paid_cents)}.
        </p>
      )}
    </section>
  );
}

function Name({ origin: { source, medium, campaign } }: { origin: OriginSum }) {
  return (
    <span>
      {source || 'direto'}
      {medium && <span className="muted"> / {medium}</span>}
      {campaign && <span className="origins-campaign">{campaign}</span>}
    </span>
  );
}

interface CreativesProps {
  origin: OriginSum;
  days: Days;
}

/** The creatives of one campaign, and from each the way to its people. */
function Creatives({ origin, days }: CreativesProps) {
  const { data, error } = useQuery(creativesQuery(days, origin));
  if (!data) {
    return (
      <tr className="creative">
        <td colSpan={6} role="status">
          {error ? explain(error) : 'Carregando…'}
        </td>
      </tr>
    );
  }
  return data.items.map((creative) => (
    <tr key={creative.content} className="creative">
      <th scope="row">
        {creative.content || 'sem criativo'}
        <People creative={creative} days={days} />
      </th>
      <td className="wide-only">{formatCount(creative.visits)}</td>
      <td>{formatCount(creative.leads)}</td>
      <td className="wide-only">{formatShare(creative.leads, creative.visits)}</td>
      <td>{formatCount(creative.sales)}</td>
      <td>{formatCents(creative.paid_cents)}</td>
    </tr>
  ));
}

function People({ creative, days }: { creative: OriginSum; days: Days }) {
  const { source, campaign, content, leads, applications } = creative;
  const search: ListSearch = {
    ...days,
    ...(source && { source }),
    ...(campaign && { campaign }),
    ...(content && { content }),
  };
  return (
    <span className="creative-people">
      {leads > 0 && (
        <Link to="/leads" search={search}>
          ver leads
        </Link>
      )}
      {applications > 0 && (
        <Link to="/aplicacoes" search={search}>
          ver aplicações
        </Link>
      )}
    </span>
  );
}
