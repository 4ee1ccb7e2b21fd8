import type { ReportPeriod, Takings as Row } from '@funil/contract/console/report';
import { namePlatform } from '@funil/contract/platforms';
import { formatCents, formatCount } from '../parts/money.ts';
import { Bar } from './Bar.tsx';
import './takings.css';

/** What each platform and each product brought. */
export function Takings({ period }: { period: ReportPeriod }) {
  const { platforms, products } = period;
  if (platforms.length === 0) return null;
  return (
    <>
      <Table
        title="Plataformas"
        rows={platforms.map((row) => ({ ...row, name: namePlatform(row.platform) }))}
      />
      <Table
        title="Produtos"
        rows={products.map((row) => ({ ...row, name: row.product || 'sem nome' }))}
      />
    </>
  );
}

function Table({ title, rows }: { title: string; rows: readonly (Row & { name: string })[] }) {
  const most = Math.max(1, ...rows.map(({ paid_cents }) => paid_cents));
  return (
    <section className="panel takings" aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Nome</th>
            <th scope="col">Vendas</th>
            <th scope="col" className="takings-back">
              Devolv.
            </th>
            <th scope="col">Receita</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{formatCount(row.sales)}</td>
              <td className="takings-back">{formatCount(row.refunded)}</td>
              <td className="origins-money">
                {formatCents(row.paid_cents)}
                <Bar share={row.paid_cents / most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
