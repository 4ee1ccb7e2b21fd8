import { formatCount, formatQuantity } from '@funil/contract/counts';
import { formatCents } from '@funil/contract/money';
import { earnedCents, feesCents } from '@funil/contract/report/origins';
import type { ReportPeriod } from '@funil/contract/report/report';
import { describeUnknownFees, formatUnknownFees } from '@funil/contract/report/report-columns';
import type { ReactNode } from 'react';
import { Amount } from './Amount.tsx';
import { Callout } from './Callout.tsx';
import { Delta } from './Delta.tsx';

export function Money({ period, before }: { period: ReportPeriod; before: ReportPeriod | null }) {
  const { money, funnel, notices } = period;
  if (!notices.received) {
    return (
      <Callout>
        Nenhuma plataforma de pagamento avisou ainda: sem os avisos dela, o relatório não sabe do
        dinheiro. O endereço dos avisos, para o painel de cada plataforma, está em Ligações.
      </Callout>
    );
  }
  const compareCents = (centsOf: (compared: ReportPeriod) => number, isLessBetter = false) =>
    before && (
      <Delta
        value={centsOf(period)}
        before={centsOf(before)}
        format={formatCents}
        isLessBetter={isLessBetter}
      />
    );
  return (
    <section
      className="grid grid-flow-row-dense break-inside-avoid grid-cols-[repeat(auto-fill,minmax(max(18%,min(11.5rem,max(45%,7rem))),1fr))] gap-x-6 gap-y-5"
      aria-label="Dinheiro"
    >
      <Profit money={money} delta={compareCents((compared) => compared.money.profit_cents)} />
      <Amount
        label="Vendido"
        amount={formatCents(money.paid_cents)}
        details={`${formatQuantity(funnel.paid, 'venda', 'vendas')} a ${formatQuantity(funnel.buyers, 'comprador', 'compradores')}${funnel.renewals > 0 ? `, ${formatQuantity(funnel.renewals, 'renovação', 'renovações')}` : ''}`}
        delta={compareCents((compared) => compared.money.paid_cents)}
      />
      <Amount
        label="Devolvido"
        amount={formatCents(money.refunded_cents)}
        details={`${formatCount(funnel.refunded)} de ${formatQuantity(funnel.charges, 'cobrança paga', 'cobranças pagas')}${funnel.refunds_unknown > 0 ? `; ${formatQuantity(funnel.refunds_unknown, 'devolução parcial', 'devoluções parciais')} sem valor informado` : ''}`}
        delta={compareCents((compared) => compared.money.refunded_cents, true)}
      />
      <Amount label="Taxas e comissões informadas" amount={formatCents(feesCents(money))} />
      {money.net_unknown_cents > 0 && (
        <Amount
          isWide
          label="Taxas não informadas"
          amount={formatUnknownFees(money)}
          details={describeUnknownFees(money)}
        />
      )}
      <Amount
        label={money.profit_is_estimate ? 'Líquido estimado' : 'Líquido'}
        amount={formatCents(earnedCents(money))}
        details="o vendido, menos o devolvido e as taxas"
        delta={compareCents((compared) => earnedCents(compared.money))}
      />
      <Amount
        label="Custo dos anúncios"
        amount={money.cost_cents === 0 ? '–' : formatCents(money.cost_cents)}
        details={describeCost(period)}
        delta={compareCents((compared) => compared.money.cost_cents, true)}
      />
      <Amount
        label="Pix e boletos emitidos"
        amount={formatCents(money.issued_cents)}
        details={formatQuantity(funnel.pending, 'emitido', 'emitidos')}
      />
      <Amount label="Ainda em aberto" amount={formatCents(money.pending_cents)} />
    </section>
  );
}

const Profit = ({ money, delta }: Pick<ReportPeriod, 'money'> & { delta: ReactNode }) => (
  <div className="col-span-full">
    <p className="text-muted">{money.profit_is_estimate ? 'Lucro estimado' : 'Lucro'}</p>
    <p className="font-display text-[min(11vw,clamp(2.5rem,2rem+3.4vw,4.25rem))] leading-none font-bold tracking-[-0.035em] print:text-[2.5rem]">
      {formatCents(money.profit_cents)}
    </p>
    <p className="mt-1 text-small text-muted">o líquido, menos o custo dos anúncios</p>
    {delta && <p>{delta}</p>}
  </div>
);

const describeCost = ({ money, cost_without_origin_cents }: ReportPeriod): string =>
  [
    money.cost_cents !== money.spend_cents && `sem o imposto: ${formatCents(money.spend_cents)}`,
    cost_without_origin_cents > 0 && `sem origem: ${formatCents(cost_without_origin_cents)}`,
  ]
    .filter(Boolean)
    .join('; ');
