import type { DraftFacts } from '@funil/contract/page/page-editor';
import { MendButton } from '../MendButton.tsx';

/** The prices as the page shows them, with advice if an installment does not fit the price. */
export const PriceFacts = ({ facts: { price_lines, price_advice } }: { facts: DraftFacts }) => (
  <>
    {price_lines.length > 0 && (
      <div className="box grid gap-0.5 tabular-nums">
        <p className="text-small text-muted">Na página fica assim:</p>
        {price_lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    )}
    {price_advice && (
      <div className="box grid gap-2 border-warn" role="status">
        <p>{price_advice.sentence}</p>
        <div className="buttons">
          {price_advice.mends.map((mend) => (
            <MendButton key={mend.label} file="offer" mend={mend} />
          ))}
        </div>
      </div>
    )}
  </>
);
