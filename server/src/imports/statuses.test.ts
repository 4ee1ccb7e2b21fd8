import { expect, test } from 'vitest';
import { splitAtCommas } from './column-titles.ts';
import { type ExportedState, readExportedState, readYesOrNoState } from './statuses.ts';

/** States as platforms, payment companies, notices listed in spreadsheets, and people write them. */
const WRITTEN_STATES: Readonly<Record<ExportedState, string>> = {
  paid: `
    Venda Realizada, Reclamado, Em mediação, Pago/Confirmado, externally_paid, Paga externamente, in_protest, Aprobado,
    Completado, order_approved, charge.paid, PURCHASE_PROTEST, invoice.payment_succeeded, Aprovada automaticamente,
    Pago via Pix, Pago (Pix), Aprovado ✔, ✅ Compra aprovada, Fatura paga, Boleto compensado, Integrado,
    pendente_integracao, claimed, RECEIVED, CONFIRMED, RECEIVED_IN_CASH, Recebida em dinheiro, Disponível, Capturada,
    Finalizada, Won, Fechado - ganho, in_mediation, Early fraud warning, Em disputa, Dispute won, Contestação ganha,
    Chargeback cancelado, chargeback_reversal, Chargeback revertido, AWAITING_CHARGEBACK_REVERSAL, waiting_refund,
    REFUND_IN_PROGRESS, Estorno pendente, Estorno solicitado, Estorno em processamento, Solicitação de estorno,
    Pedido de reembolso, Venda concluída com sucesso, Pagamento efetuado, Compra realizada, Pago com Pix,
    Aprovado - Pix, Aprovado/Boleto, Paga com cartão de crédito, Pago em 01/11/2026, Settled, Em reclamação,
    Closed won, Fechada ganha, Vendido,
    Processado, PG, DUNNING_RECEIVED
  `,
  // An authorized amount is reserved, but not captured: https://docs.pagar.me/v4/reference/status-das-transacoes.
  pending: `
    Autorizada, AUTHORIZED, Pré-autorizado, Pagamento autorizado, authorized_pending_capture, Uncaptured,
    waiting_capture, Aguardando captura, Pix Gerado, PIX_GENERATED, Boleto Impresso, Boleto emitido, Boleto Atrasado,
    Boleto vencido, Em Atraso, OVERDUE, Inadimplente, Não pago, unpaid, A receber, Em aberto, open, draft, Incomplete,
    Não finalizado, on-hold, in_process, in_analysis, analysing, UNDER_ANALISYS, AWAITING_RISK_ANALYSIS,
    Em análise antifraude, Aguardando análise de risco, waiting_documents, recovering, PROCESSING_TRANSACTION,
    Awaiting payment, requires_payment_method, wc-pending, Pagamento pendente, Pendente de pagamento, Aguardando Pgto,
    Ag. pagto., Aguardando Pix, Solicitud de pago generada, Solicitação de pagamento gerada, PURCHASE_BILLET_PRINTED,
    PRINTED_BILLET, billet_created, bank_slip_created, bank_slip_delayed, PRE_ORDER, Pre-order, Pedido Efetuado,
    Pedido realizado, Pedido recebido, Order placed, Análise de risco, Incompleta, Não confirmado,
    past_due, Processing, Processando
  `,
  refunded: `
    Pedido reembolsado, Reembolso concluído, Reembolsado manualmente, Reembolsado integralmente, Reembolso total,
    Reembolsado (cancelado pelo cliente), Totalmente estornado, Devolução
  `,
  partial_refund: 'partial_refund, Devolução parcial, Estornada parcialmente',
  // The bank enforces a MED, the return of a Pix. The amount is gone when a chargeback begins.
  chargeback: `
    MED, Contestação, Charged Back, Dispute lost, PURCHASE_CHARGEBACK, Em chargeback, Em disputa de chargeback,
    Chargeback em disputa, chargeback_perdido, chargeback_vencido, Charge back, charge-back, CBK
  `,
  canceled: `
    SALE_REFUSED, PAYMENT_DELETED, Pix Expirado, Falha, Com erro, Abortado, Malsucedido, Perdido, Rejeitada, Rechazado,
    Sin saldo, Sem fundos, duplicated, Pagamento não aprovado, Cobrança cancelada, Cartão recusado,
    Recusado por risco, refused_payment, Erro, Cancelado (não pago), Expirado (Pix não pago),
    Recusada pela operadora de cartão
  `,
  abandoned: `
    cart_abandoned, ABANDONED_CART, Abandono de Carrinho, PURCHASE_OUT_OF_SHOPPING_CART
  `,
};

test.each(Object.entries(WRITTEN_STATES))(
  'reads the words for a sale that is %s',
  (state, words) => {
    for (const word of splitAtCommas(words))
      expect(readExportedState(word, null), word).toBe(state);
  },
);

test.each([
  ...['Parcialmente pago', 'Pagamento parcial', 'Reembolso negado', 'Aguardando envio'],
  ...['Assinatura cancelada', 'Chargebackless', 'Entregue'],
  ...['Aprovado - Reembolsado', 'Aprovado (reembolsado)', 'Cancelado (pago)', 'Pago (cancelado)'],
  ...['Pago com cartão, depois estornado', 'Pago em 01/11/2026 e reembolsado'],
])('reads no state in “%s”, which does not tell whether the sale is paid', (word) => {
  expect(readExportedState(word, null)).toBeNull();
});

test.each([
  ['paid', 'pending', 'Pago?, Paga, Paid, Aprovado, Approved, Pagamento confirmado'],
  [
    'paid',
    'pending',
    'is_paid, isPaid, foi_pago, Já foi pago?, pago_sim_nao, Pago (S/N), Pago Sim/Não',
  ],
  [
    'refunded',
    'paid',
    'Reembolsado, is_refunded, Refunded?, Fully Refunded?, Estornada, Venda reembolsada',
  ],
  ['canceled', 'paid', 'Cancelado, Compra cancelada'],
  ['chargeback', 'paid', 'Chargeback'],
])('reads “Sim” as %s and “Não” as %s under %s', (yes, no, titles) => {
  for (const title of splitAtCommas(titles))
    expect(['Sim', 'Não'].map((cell) => readYesOrNoState(cell, title))).toEqual([yes, no]);
});

test.each([
  ...['Reembolso solicitado', 'Solicitação de reembolso', 'Em disputa', 'Disputed', 'Em mediação'],
  ...['Ativo', 'Concluído', 'Disponível', 'Criado', 'Agendado', 'Novidades'],
])('reads no answer under “%s”, which does not tell whether the sale is paid', (title) => {
  expect(['Sim', 'Não', 'x', ''].map((cell) => readYesOrNoState(cell, title))).toEqual(
    Array(4).fill(null),
  );
});
