import type { SpendPreview as Spend } from '@funil/contract/console/spend';
import { countOf, formatCents, formatMoney } from '@funil/contract/money';
import { formatDay } from '../parts/format-time.ts';

const rowsOf = (count: number) => countOf(count, 'linha', 'linhas');
/** Returns ` (R$ 5,00)`; nothing for 0, which may be rows in another currency. */
const inReais = (cents: number) => (cents === 0 ? '' : ` (${formatCents(cents)})`);

/** What the import of a file of spend would do. */
export function SpendPreview({ spend }: { spend: Spend }) {
  const { rows, ads, days, from, until, totals, replaces, keeps, ads_without_id, skipped } = spend;
  if (from === null || until === null) return <p>O arquivo não tem nenhum gasto.</p>;
  return (
    <>
      <p>
        {rowsOf(rows)} · {countOf(ads, 'anúncio', 'anúncios')} · {countOf(days, 'dia', 'dias')},{' '}
        {from === until ? formatDay(from) : `de ${formatDay(from)} a ${formatDay(until)}`}
      </p>
      {totals.map(({ currency, spend_cents, cost_cents }) => (
        <p key={currency}>
          <strong>{formatMoney(currency, spend_cents)}</strong>
          {cost_cents !== spend_cents && `, ${formatMoney(currency, cost_cents)} com o imposto`}
          {currency !== 'BRL' && ', que fica à parte: não se soma com reais'}
        </p>
      ))}
      <ul className="import-refusals">
        {replaces.rows > 0 && (
          <li>
            Substitui {rowsOf(replaces.rows)} já guardadas destes anúncios nestes dias
            {inReais(replaces.spend_cents)}.
          </li>
        )}
        {keeps.rows > 0 && (
          <li>
            Mantém {rowsOf(keeps.rows)} de outros anúncios nestes dias{inReais(keeps.spend_cents)}.
          </li>
        )}
        {ads_without_id > 0 && (
          <li>
            {countOf(ads_without_id, 'anúncio', 'anúncios')} sem identificação: só o nome liga o
            gasto às visitas. Para ligar sempre, exporte com a coluna “Identificação do anúncio”.
          </li>
        )}
        {skipped.totals > 0 && (
          <li>{rowsOf(skipped.totals)} de totais, sem dia ou sem campanha, não contam.</li>
        )}
        {skipped.without_spend > 0 && (
          <li>{rowsOf(skipped.without_spend)} sem valor gasto não contam.</li>
        )}
      </ul>
    </>
  );
}
