import type { SaleDetail } from '@funil/contract/console/sales';
import { call } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { runWithErrorToast, showToast, showUndoable } from '../parts/toast.ts';
import { saleParams, showSale } from './queries.ts';

/** Whether the sale counts, and the button to mark it as an own test purchase. */
export function SaleTest({ sale }: { sale: SaleDetail }) {
  const isMarked = sale.is_marked_test;
  return (
    <section className="stack">
      <h2>Compra de teste</h2>
      <p className="text-muted">{explainTest(sale)}</p>
      {(isMarked || !sale.is_test) && (
        <div className="buttons">
          <Button onClick={() => void markTest(sale, !isMarked)}>
            {isMarked ? 'Não é teste' : 'Minha compra de teste'}
          </Button>
        </div>
      )}
    </section>
  );
}

function explainTest({ is_test, is_marked_test }: SaleDetail): string {
  if (is_marked_test) return 'Marcada como sua compra de teste: não conta em nenhum número.';
  if (is_test) return 'É um teste da plataforma: não conta em nenhum número.';
  return 'Foi você quem comprou, para testar? Marque, e ela não conta em nenhum número.';
}

/** Adds or removes the mark and offers to undo it. */
async function markTest(sale: SaleDetail, isTest: boolean): Promise<void> {
  const save = async (next: boolean) =>
    showSale(
      await call(`${next ? 'PUT' : 'DELETE'} sales/:platform/:key/test`, {
        params: saleParams(sale),
      }),
    );
  const undo = async () => {
    await save(!isTest);
    showToast('Desfeito.');
  };
  await runWithErrorToast(async () => {
    await save(isTest);
    showUndoable(isTest ? 'A venda não conta mais.' : 'A venda conta de novo.', undo);
  });
}
