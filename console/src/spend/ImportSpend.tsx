import { AD_NETWORK_LABELS, MAX_SPEND_FILE_BYTES } from '@funil/contract/ad-spend';
import type { SpendImported, SpendPreview } from '@funil/contract/console/spend';
import { countOf, formatCents, formatMoney } from '@funil/contract/money';
import { useState } from 'react';
import { ApiError, call, explain } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { FileDrop } from '../parts/FileDrop.tsx';
import { formatDay } from '../parts/format-time.ts';
import { showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';

type Step =
  | { readonly is: 'waiting' }
  | { readonly is: 'reading'; readonly file: File }
  | { readonly is: 'preview' | 'importing'; readonly file: File; readonly preview: SpendPreview }
  | { readonly is: 'failed'; readonly file: File; readonly reason: string }
  /** The response to the import did not arrive, so the server may have stored the file. */
  | { readonly is: 'uncertain'; readonly file: File; readonly reason: string };

/** Previews what the import of a file would do, and imports it. */
export function ImportSpend() {
  const [step, setStep] = useState<Step>({ is: 'waiting' });
  const isBusy = step.is === 'reading' || step.is === 'importing';

  async function read(file: File) {
    if (file.size > MAX_SPEND_FILE_BYTES) {
      const reason = 'O arquivo tem mais de 64 MB. Exporte menos dias por vez.';
      return setStep({ is: 'failed', file, reason });
    }
    setStep({ is: 'reading', file });
    try {
      const preview = await send<SpendPreview>('preview', file);
      setStep({ is: 'preview', file, preview });
    } catch (error) {
      setStep({ is: 'failed', file, reason: explain(error) });
    }
  }
  async function store(file: File, preview: SpendPreview) {
    setStep({ is: 'importing', file, preview });
    try {
      const { rows, unchanged } = await send<SpendImported>('import', file);
      setStep({ is: 'waiting' });
      showToast(
        unchanged === rows
          ? 'Tudo já estava guardado assim.'
          : `${countOf(rows, 'linha importada', 'linhas importadas')}.`,
      );
    } catch (error) {
      setStep({ is: isRefused(error) ? 'failed' : 'uncertain', file, reason: explain(error) });
    }
    await queryClient.invalidateQueries({ queryKey: ['spend'] });
  }

  return (
    <section className="rounded-xl border bg-raised spend-import" aria-labelledby="import-title">
      <h2 id="import-title">Importar um arquivo</h2>
      <FileDrop
        label="Escolha o CSV, ou solte-o aqui"
        hint="Gerenciador de Anúncios da Meta ou Google Ads, com uma linha por dia"
        isBusy={isBusy}
        onFile={(file) => void read(file)}
      />
      <div aria-live="polite">
        {step.is === 'reading' && <p>Lendo {step.file.name}…</p>}
        {(step.is === 'failed' || step.is === 'uncertain') && (
          <>
            <p className="text-small text-muted">
              {step.file.name}:{' '}
              {step.is === 'failed'
                ? 'nada foi importado.'
                : 'não se sabe se foi importado. Confira em “O que está guardado”, ou importe de novo: importar duas vezes não muda nada.'}
            </p>
            <FieldError>{step.reason}</FieldError>
          </>
        )}
        {(step.is === 'preview' || step.is === 'importing') && (
          <Preview
            file={step.file}
            preview={step.preview}
            isImporting={step.is === 'importing'}
            onImport={() => void store(step.file, step.preview)}
            onCancel={() => setStep({ is: 'waiting' })}
          />
        )}
      </div>
    </section>
  );
}

const send = <Data,>(path: 'preview' | 'import', file: File): Promise<Data> =>
  call<Data>(`spend/${path}`, { method: 'POST', body: file });

/** Returns whether the server certainly stored nothing: without its own refusal, the import may have finished. */
const isRefused = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'busy' || (error.status >= 400 && error.status < 500));

const rowsOf = (count: number) => countOf(count, 'linha', 'linhas');
/** Returns ` (R$ 5,00)`; nothing for 0, which may be rows in another currency. */
const inReais = (cents: number) => (cents === 0 ? '' : ` (${formatCents(cents)})`);

interface PreviewProps {
  file: File;
  preview: SpendPreview;
  isImporting: boolean;
  onImport: () => void;
  onCancel: () => void;
}

function Preview({ file, preview, isImporting, onImport, onCancel }: PreviewProps) {
  const { network, rows, ads, days, from, until, totals, replaces, keeps } = preview;
  if (from === null || until === null) {
    return (
      <p>
        {file.name} é de {AD_NETWORK_LABELS[network]} e não tem nenhum gasto.
      </p>
    );
  }
  return (
    <div className="spend-preview">
      <h3>{file.name}</h3>
      <p>
        {AD_NETWORK_LABELS[network]} · {rowsOf(rows)} · {countOf(ads, 'anúncio', 'anúncios')} ·{' '}
        {countOf(days, 'dia', 'dias')},{' '}
        {from === until ? formatDay(from) : `de ${formatDay(from)} a ${formatDay(until)}`}
      </p>
      {totals.map(({ currency, spend_cents, cost_cents }) => (
        <p key={currency} className="spend-sum">
          <strong>{formatMoney(currency, spend_cents)}</strong>
          {cost_cents !== spend_cents && `, ${formatMoney(currency, cost_cents)} com o imposto`}
          {currency !== 'BRL' && ', que fica à parte: não se soma com reais'}
        </p>
      ))}
      <ul>
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
        <PreviewWarnings preview={preview} />
      </ul>
      <div className="buttons">
        <Button kind="main" disabled={isImporting} onClick={onImport}>
          {isImporting ? 'Importando…' : 'Importar'}
        </Button>
        <Button disabled={isImporting} onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </div>
  );
}

/** Warns about ads without an id and about skipped rows. */
function PreviewWarnings({ preview: { ads_without_id, skipped } }: Pick<PreviewProps, 'preview'>) {
  return (
    <>
      {ads_without_id > 0 && (
        <li>
          {countOf(ads_without_id, 'anúncio', 'anúncios')} sem identificação: só o nome liga o gasto
          às visitas. Para ligar sempre, exporte com a coluna “Identificação do anúncio”.
        </li>
      )}
      {skipped.totals > 0 && (
        <li>{rowsOf(skipped.totals)} de totais, sem dia ou sem campanha, não contam.</li>
      )}
      {skipped.without_spend > 0 && (
        <li>{rowsOf(skipped.without_spend)} sem valor gasto não contam.</li>
      )}
    </>
  );
}
