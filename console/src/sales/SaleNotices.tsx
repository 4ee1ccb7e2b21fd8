import type { SaleNotice } from '@funil/contract/console/sales';
import { formatWhole } from '../parts/moments.ts';
import { SALE_WORDS } from './sale-words.ts';

const isState = (kind: string): kind is keyof typeof SALE_WORDS => Object.hasOwn(SALE_WORDS, kind);
const nameKind = (kind: string | null) =>
  kind === null ? 'Aviso' : isState(kind) ? SALE_WORDS[kind].label : kind;

/** What the platform sent of this sale, the newest first. */
export function SaleNotices({ notices }: { notices: readonly SaleNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <section>
      <h2>Avisos da plataforma</h2>
      <ul className="notices-list">
        {notices.map(({ id, kind, received_at, trouble }) => (
          <li key={id}>
            <span>{nameKind(kind)}</span>
            <time dateTime={received_at} className="muted small">
              {formatWhole(received_at)}
            </time>
            {trouble !== null && <span className="field-error">{trouble}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
