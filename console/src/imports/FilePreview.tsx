import { formatCount, formatQuantity } from '@funil/contract/counts';
import type { ImportOutcome, ImportPreview, ImportSample } from '@funil/contract/imports/imports';
import { formatMoney } from '@funil/contract/money';
import type { SaleState } from '@funil/contract/sales/sale-record';
import { contactName } from '../parts/person-names.ts';
import { SaleStateMark } from '../parts/sale-labels.tsx';
import { Time } from '../parts/time/Time.tsx';

const OUTCOME_WORDS: readonly (readonly [ImportOutcome, one: string, many: string])[] = [
  ['new', 'nova', 'novas'],
  ['changed', 'muda algo', 'mudam algo'],
  ['known', 'já conhecida', 'já conhecidas'],
  ['refused', 'recusada', 'recusadas'],
];

export function FilePreview({ preview }: { preview: ImportPreview }) {
  const { kind, missing, counts, refusals, samples, notes } = preview;
  if (kind === null) return <p>As colunas não dizem o que o arquivo é. Escolha acima.</p>;
  if (missing.length > 0) {
    return <p>Falta dizer qual coluna tem {missing.join(', ').toLowerCase()}.</p>;
  }
  if (notes.length > 0) return notes.map((note) => <p key={note}>{note}</p>);
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
        {OUTCOME_WORDS.map(([outcome, one, many]) => (
          <div key={outcome} className="flex flex-col-reverse">
            <dt>{counts[outcome] === 1 ? one : many}</dt>
            <dd className="text-[1.5rem] font-semibold tabular-nums">
              {formatCount(counts[outcome])}
            </dd>
          </div>
        ))}
      </dl>
      {counts.new + counts.changed === 0 && <p>Não há nada a importar: nada mudaria.</p>}
      {refusals.length > 0 && (
        <section aria-labelledby="refusals-title">
          <h3 id="refusals-title" className="mb-1.5">
            O que fica de fora
          </h3>
          <ul className="pl-5 list-disc">
            {refusals.map(({ reason, count, lines }) => (
              <li key={reason}>
                {reason}
                <span className="text-muted">
                  {' · '}
                  {count === 1 ? 'linha ' : `${formatQuantity(count, 'linha', 'linhas')}: `}
                  {lines.join(', ')}
                  {count > lines.length && '…'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {samples.length > 0 && <Samples samples={samples} />}
    </>
  );
}

const Samples = ({ samples }: { samples: readonly ImportSample[] }) => (
  <section aria-labelledby="samples-title">
    <h3 id="samples-title" className="mb-1.5">
      As primeiras, como ficariam
    </h3>
    <ul>
      {samples.map((sample) => (
        <li key={sample.line} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 border-t">
          <strong>{contactName(sample)}</strong>
          <span className="whitespace-nowrap">
            {sample.value_cents !== null && formatMoney(sample.currency, sample.value_cents)}
            {sample.state !== null && sample.value_cents === null && sample.currency}
          </span>
          <span className="col-span-full text-muted">
            {[sample.contact, sample.product, sample.source].filter(Boolean).join(' · ')}
            {sample.net_cents !== null && ` · líquido ${formatMoney('BRL', sample.net_cents)}`}
          </span>
          <span className="col-span-full">
            {sample.state !== null && <SaleStateMark state={sample.state as SaleState} />}{' '}
            {sample.at !== null && <Time at={sample.at} />}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
