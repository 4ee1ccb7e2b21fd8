import type { SaleState as State } from '@funil/contract/sale';
import { SALE_WORDS } from './sale-words.ts';

/** Where the money stands: a node, and its word. */
export function SaleState({ state }: { state: State }) {
  const { label, tone } = SALE_WORDS[state];
  return (
    <span className="state" data-tone={tone}>
      {label}
    </span>
  );
}
