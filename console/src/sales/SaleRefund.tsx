import { formatAmount, formatCents, readCents } from '@funil/contract/money';
import { hasUnstatedRefund } from '@funil/contract/sales/sale';
import type { SaleDetail } from '@funil/contract/sales/sales';
import { type FormEvent, useState } from 'react';
import { call } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { TextField } from '../parts/Fields.tsx';
import { runWithErrorToast, showToast } from '../parts/toast.ts';
import { saleParams, storeSale } from './queries.ts';

/** Asks for the amount of a partial refund whose notices state none. */
export function SaleRefund({ sale }: { sale: SaleDetail }) {
  const { value_cents, stated_refund_cents: statedCents } = sale;
  const [error, setError] = useState<string | null>(null);
  if (!hasUnstatedRefund(sale) && statedCents === null) return null;

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('cents')).trim();
    const cents = readCents(text);
    const isPart = cents !== null && cents > 0 && cents < (value_cents ?? 0);
    if (text !== '' && !isPart) {
      return setError(`Um valor como 97,50, menor que ${formatCents(value_cents ?? 0)}.`);
    }
    setError(null);
    void runWithErrorToast(async () => {
      storeSale(
        await call('PUT sales/:platform/:key/refund', {
          params: saleParams(sale),
          body: { cents },
        }),
      );
      showToast(cents === null ? 'O valor está sem informação de novo.' : 'Valor salvo.');
    });
  }

  return (
    <form className="stack" onSubmit={save} aria-label="Devolução parcial">
      <h2>Devolução parcial</h2>
      <p className="text-muted">
        {statedCents === null
          ? 'Devolução parcial, valor não informado: a plataforma não diz quanto voltou. Informe, para o lucro ficar certo.'
          : 'O valor foi informado à mão.'}
      </p>
      <TextField
        key={statedCents}
        label="Quanto foi devolvido, em reais"
        name="cents"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={statedCents === null ? '' : formatAmount(statedCents)}
        error={error}
      />
      <div className="buttons">
        <Button type="submit">Salvar</Button>
      </div>
    </form>
  );
}
