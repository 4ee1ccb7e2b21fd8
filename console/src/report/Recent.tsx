import type { RecentDays } from '@funil/contract/report/report';
import { formatColumn, MONEY_COLUMNS } from '@funil/contract/report/report-columns';
import { Amount } from './Amount.tsx';
import { Delta } from './Delta.tsx';

const RECENT_TITLES = [
  ['Hoje', 'até agora, ao lado de ontem inteiro'],
  ['Ontem', 'ao lado de anteontem'],
  ['7 dias', 'com hoje, ao lado dos 7 antes'],
] as const;

const RECENT_COLUMNS = ['profit', 'net', 'cost', 'return', 'buyer_cost'] as const;

/** Hides the centavos of an amount from R$ 1.000 on phones, whose columns are too narrow for them. */
function ShortAmount({ amount }: { amount: string }) {
  const [, whole = amount, cents] = /^(.+\.\d{3})(,\d\d)$/.exec(amount) ?? [];
  return (
    <>
      {whole}
      {cents && <span className="max-sm:hidden">{cents}</span>}
    </>
  );
}

export const Recent = ({ rows }: { rows: readonly RecentDays[] }) => (
  <div className="grid xs:grid-cols-3 gap-x-2 max-xs:gap-y-6 frame p-3 rail:grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] rail:gap-3 rail:border-0 rail:bg-transparent rail:p-0">
    {rows.map(({ sums, before }, row) => {
      const [title, note] = RECENT_TITLES[row] ?? [];
      return (
        <section
          key={title}
          className="grid break-inside-avoid content-start gap-x-3 gap-y-2.5 text-small xs:max-rail:row-span-6 xs:max-rail:grid-rows-subgrid max-rail:[&_[data-tone]>span]:hidden max-rail:[&_p]:text-small rail:grid-cols-[repeat(auto-fit,minmax(max(7.5rem,40%),1fr))] rail:rounded-xl rail:border rail:bg-raised rail:p-4 rail:[&>:nth-child(-n+2)]:col-span-full rail:[&>div]:row-span-3 rail:[&>div]:grid rail:[&>div]:grid-rows-subgrid rail:[&>div]:gap-0 print:[&>div]:block! print:row-auto! print:grid-cols-2! print:grid-rows-none! print:[&>h2]:col-span-full"
          aria-label={title}
        >
          <h2 className="flex flex-wrap content-start items-baseline gap-x-2">
            {title}
            <span className="font-text text-small font-normal tracking-normal text-muted max-rail:w-full">
              {note}
            </span>
          </h2>
          {RECENT_COLUMNS.map((name) => {
            const column = MONEY_COLUMNS[name];
            const [value, earlier] = [column.value(sums), column.value(before)];
            return (
              <Amount
                key={name}
                label={column.label}
                amount={<ShortAmount amount={formatColumn(column, sums)} />}
                delta={
                  value !== null &&
                  earlier !== null && (
                    <Delta
                      value={value}
                      before={earlier}
                      format={(amount) => column.format(amount, before)}
                      isLessBetter={name === 'cost' || name === 'buyer_cost'}
                    />
                  )
                }
              />
            );
          })}
        </section>
      );
    })}
  </div>
);
