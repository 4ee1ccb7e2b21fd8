import { AD_NETWORK_LABELS, type SpendGroup } from '@funil/contract/ads/ad-spend';
import type { SpendItem, SpendOverview, SpendTotal } from '@funil/contract/ads/spend';
import { BRASILIA_TIME_ZONE } from '@funil/contract/brasilia';
import { formatCount } from '@funil/contract/counts';
import { formatCents, formatMoney } from '@funil/contract/money';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { ImportLink } from '../parts/ImportLink.tsx';
import { type Filter, FilterPanel } from '../parts/list/FilterPanel.tsx';
import { PERIOD_FILTERS } from '../parts/list/ListView.tsx';
import { ShowMore } from '../parts/list/RowList.tsx';
import { SearchField } from '../parts/list/SearchField.tsx';
import { Segments } from '../parts/Segments.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { formatDays } from '../parts/time/format-time.ts';
import { Time } from '../parts/time/Time.tsx';
import { View } from '../parts/View.tsx';
import { ViewButton } from '../parts/ViewButton.tsx';
import {
  readSpendSearch,
  type SpendSearch,
  spendOverviewQuery,
  spendRowsQuery,
} from './queries.ts';

export function Spend() {
  const overview = useQuery(spendOverviewQuery);
  return (
    <View
      title="Anúncios"
      subtitle="O que cada anúncio custou, para o relatório dizer o que ele trouxe."
      actions={<ImportLink />}
    >
      <QueryStatus query={overview} />
      {overview.data && <MetaPull overview={overview.data} />}
      {overview.data?.from && <StoredSpend tax={overview.data.tax} />}
    </View>
  );
}

function MetaPull({ overview: { pull, from: firstDay } }: { overview: SpendOverview }) {
  if (pull === null) {
    const hint =
      'A Meta pode mandar o gasto sozinha, de hora em hora: um proprietário liga isso em Ligações, com um token. Sem ele, o gasto vem de um arquivo importado.';
    if (firstDay) return <p className="text-muted">{hint}</p>;
    return (
      <Empty title="Nenhum gasto ainda.">
        <p>{hint}</p>
        <ViewButton to="/ligacoes">Ligar a Meta</ViewButton>
      </Empty>
    );
  }
  const { account, name, pulled_at, problem, time_zone } = pull;
  return (
    <div className="panel">
      <p>
        <StateMark
          label={
            problem ? 'A Meta não mandou o gasto' : pulled_at ? 'Meta ligada' : 'Meta: aguardando'
          }
          tone={problem ? 'bad' : pulled_at ? 'good' : 'off'}
        />{' '}
        <span className="text-muted">
          conta {name ?? account}
          {pulled_at && (
            <>
              {' · '}lida <Time at={pulled_at} />
            </>
          )}
        </span>
      </p>
      {problem && (
        <p role="alert">
          {problem.message} {problem.remedy}
        </p>
      )}
      {time_zone !== null && time_zone !== BRASILIA_TIME_ZONE && (
        <p className="text-small text-muted">
          Os dias desta conta são do fuso {time_zone}; os das vendas, de Brasília.
        </p>
      )}
    </div>
  );
}

const SPEND_FILTERS: readonly Filter<keyof SpendSearch>[] = [
  {
    key: 'network',
    label: 'Rede',
    allLabel: 'Todas',
    options: Object.entries(AD_NETWORK_LABELS),
  },
  ...PERIOD_FILTERS,
];
const GROUP_OPTIONS: readonly (readonly [SpendGroup, string])[] = [
  ['ad', 'Anúncio'],
  ['campaign', 'Campanha'],
  ['day', 'Dia'],
];

function StoredSpend({ tax }: { tax: number }) {
  const search = useSearch({ from: '/anuncios' });
  const navigate = useNavigate();
  const query = useInfiniteQuery(spendRowsQuery(search));
  const items = query.data?.pages.flatMap((slice) => slice.items) ?? [];
  const changeSearch = (changes: object) =>
    void navigate({ to: '.', search: readSpendSearch({ ...search, ...changes }), replace: true });
  const groupedBy = search.by ?? 'ad';
  return (
    <section className="panel" aria-labelledby="spend-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="spend-title">O que está guardado</h2>
        <SpendTotals totals={query.data?.pages[0]?.totals ?? []} tax={tax} />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Segments
          legend="Somar por"
          isLegendVisible
          options={GROUP_OPTIONS}
          value={groupedBy}
          onChange={(value) => changeSearch({ by: value })}
        />
        {groupedBy !== 'day' && (
          <SearchField
            value={search.q ?? ''}
            label="Buscar campanha ou anúncio"
            placeholder="Campanha ou anúncio"
            onChange={(q) => changeSearch({ q })}
          />
        )}
        <FilterPanel filters={SPEND_FILTERS} search={search} onChange={changeSearch} />
      </div>
      <QueryStatus query={query} />
      {query.data && items.length === 0 && <Empty title="Nenhum gasto assim." />}
      {items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        <section className="overflow-x-auto" aria-label="Gasto guardado" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{GROUP_OPTIONS.find(([group]) => group === groupedBy)?.[1]}</th>
                {SPEND_COLUMNS.map(([title, , className]) => (
                  <th key={title} scope="col" className={`${CELL_CLASSES} ${className}`}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <SpendRow key={item.key} item={item} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <ShowMore query={query} />
    </section>
  );
}

const formatCountOrDash = (count: number | null) => (count === null ? '–' : formatCount(count));

const CELL_CLASSES = 'py-2 pl-4 align-top whitespace-nowrap';

const SPEND_COLUMNS: readonly (readonly [title: string, (item: SpendItem) => string, string])[] = [
  ['Impressões', ({ impressions }) => formatCountOrDash(impressions), 'max-md:hidden'],
  ['Cliques', ({ clicks }) => formatCountOrDash(clicks), 'max-md:hidden'],
  ['Gasto', ({ currency, spend_cents }) => formatMoney(currency, spend_cents), 'max-md:hidden'],
  ['Com imposto', ({ currency, cost_cents }) => formatMoney(currency, cost_cents), ''],
];

function SpendRow({ item }: { item: SpendItem }) {
  const { network, campaign, set, ad } = item;
  const days = formatDays(item);
  const title = ad ?? set ?? campaign ?? days;
  // The details leave out the name that the title already shows.
  const details = [campaign, set, AD_NETWORK_LABELS[network], days].filter(
    (detail) => detail !== null && detail !== title,
  );
  return (
    <tr>
      <th scope="row" className="py-2 align-top font-semibold">
        <bdi>{title}</bdi>
        <span className="block text-small font-normal text-muted">{details.join(' · ')}</span>
      </th>
      {SPEND_COLUMNS.map(([column, read, className]) => (
        <td key={column} className={`${CELL_CLASSES} ${className}`}>
          {read(item)}
        </td>
      ))}
    </tr>
  );
}

const percentFormat = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  maximumFractionDigits: 2,
});

const SpendTotals = ({ totals, tax }: { totals: readonly SpendTotal[]; tax: number }) => (
  <div>
    {totals.map(({ currency, spend_cents, cost_cents }) => (
      <p key={currency}>
        <strong>{formatMoney(currency, cost_cents)}</strong>{' '}
        <span className="text-small text-muted">
          {currency === 'BRL'
            ? cost_cents !== spend_cents &&
              `${formatCents(spend_cents)} e o imposto da Meta (hoje ${percentFormat.format(tax)} do que é pago)`
            : 'à parte: não se soma com reais'}
        </span>
      </p>
    ))}
  </div>
);
