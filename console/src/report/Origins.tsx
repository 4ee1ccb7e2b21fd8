import type { OriginSum, ReportPeriod } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { explain } from '../api.ts';
import { readListSearch } from '../contacts/states.tsx';
import { Icon } from '../parts/Icon.tsx';
import { creativesQuery, type Days } from './period.ts';
import { barColumn, type Column, formatShare, TableHead, TableRow } from './Table.tsx';

interface Props {
  period: ReportPeriod;
  days: Days;
}

/** Number of rows before the operator asks for all. */
const MAX_ROWS = 12;

const COUNTS: readonly Column<OriginSum>[] = [
  { label: 'Visitas', className: 'wide-only', cell: ({ visits }) => formatCount(visits) },
  { label: 'Leads', cell: ({ leads }) => formatCount(leads) },
  {
    label: 'Visita → lead',
    className: 'wide-only',
    cell: ({ leads, visits }) => formatShare(leads, visits),
  },
  { label: 'Vendas', cell: ({ sales }) => formatCount(sales) },
];

const keyOf = ({ source, medium, campaign }: OriginSum) =>
  JSON.stringify([source, medium, campaign]);

/** The results of each campaign; opened, of its creatives, with links to their leads. */
export function Origins({ period, days }: Props) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [isAll, setIsAll] = useState(false);
  const { campaigns, sales_without_origin, money_without_origin } = period;
  if (campaigns.length === 0) return null;
  const visibleCampaigns = isAll ? campaigns : campaigns.slice(0, MAX_ROWS);
  const columns: readonly Column<OriginSum>[] = [
    {
      label: 'Origem',
      cell: (origin) => {
        const key = keyOf(origin);
        return (
          <button
            type="button"
            className="pressable origins-open"
            aria-expanded={key === openKey}
            onClick={() => setOpenKey(key === openKey ? null : key)}
          >
            <Icon name="forward" />
            <OriginName origin={origin} />
          </button>
        );
      },
    },
    ...COUNTS,
    barColumn('Receita', campaigns, ({ paid_cents }) => paid_cents, formatCents),
  ];
  return (
    <section className="panel report-table origins" aria-labelledby="origins-title">
      <h2 id="origins-title">Qual anúncio paga</h2>
      <table>
        <TableHead columns={columns} />
        {visibleCampaigns.map((origin) => {
          const key = keyOf(origin);
          return (
            <tbody key={key} data-open={key === openKey || undefined}>
              <TableRow columns={columns} row={origin} />
              {key === openKey && <Creatives origin={origin} days={days} />}
            </tbody>
          );
        })}
      </table>
      {campaigns.length > visibleCampaigns.length && (
        <button type="button" className="button quiet" onClick={() => setIsAll(true)}>
          Mostrar as {formatCount(campaigns.length)} origens
        </button>
      )}
      {sales_without_origin > 0 && (
        <p className="report-table-note">
          Sem origem conhecida: {formatCount(sales_without_origin)}{' '}
          {sales_without_origin === 1 ? 'venda' : 'vendas'},{' '}
          {formatCents(money_without_origin.paid_cents)}.
        </p>
      )}
    </section>
  );
}

function OriginName({ origin: { source, medium, campaign } }: { origin: OriginSum }) {
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

function Creatives({ origin, days }: CreativesProps) {
  const { data, error } = useQuery(creativesQuery(days, origin));
  if (!data) {
    return (
      <tr>
        <td colSpan={6} role="status">
          {error ? explain(error) : 'Carregando…'}
        </td>
      </tr>
    );
  }
  const columns: readonly Column<OriginSum>[] = [
    {
      label: 'Criativo',
      cell: (creative) => (
        <>
          {creative.content || 'sem criativo'}
          <ContactLinks creative={creative} days={days} />
        </>
      ),
    },
    ...COUNTS,
    { label: 'Receita', cell: ({ paid_cents }) => formatCents(paid_cents) },
  ];
  return data.items.map((creative) => (
    <TableRow key={creative.content} columns={columns} row={creative} />
  ));
}

function ContactLinks({ creative, days }: { creative: OriginSum; days: Days }) {
  const { source, campaign, content, leads, applications } = creative;
  const search = readListSearch({ ...days, source, campaign, content });
  return (
    <span className="creative-links">
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
