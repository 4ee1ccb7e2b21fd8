import { formatCount } from '@funil/contract/money';
import type { ReportData } from '../model.ts';

/** What must be known to read the money: what is missing, and where it comes from. */
export function describeMoney({ money, revenue }: ReportData): string[] {
  const { hasNotices, notUnderstood, withoutValue } = money;
  const told = revenue.reduce((sum, { transactions }) => sum + transactions, 0);
  const sentences = hasNotices
    ? []
    : [
        'Nenhum aviso de venda chegou do checkout até agora: por isso não há dinheiro neste relatório. docs/sales.md diz como ligá-lo, e npm run doctor, o que falta.',
      ];
  if (!hasNotices && told > 0) {
    sentences.push(
      `Pelo navegador, ${told === 1 ? '1 compra foi informada' : `${formatCount(told)} compras foram informadas`} na volta do checkout; quem conta dinheiro são os avisos.`,
    );
  }
  if (notUnderstood > 0) {
    sentences.push(
      `${notUnderstood === 1 ? '1 aviso não foi entendido e ainda não conta' : `${formatCount(notUnderstood)} avisos não foram entendidos e ainda não contam`}.`,
    );
  }
  if (withoutValue > 0) {
    sentences.push(
      `${withoutValue === 1 ? '1 venda paga não tem valor em reais' : `${formatCount(withoutValue)} vendas pagas não têm valor em reais`} e não entra na receita.`,
    );
  }
  return sentences;
}
