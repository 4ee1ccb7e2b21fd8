import type { OfferContent } from '@funil/content/schema/offer';
import { CtaButton } from '../parts/CtaButton.tsx';
import { type Ground, oppositeTone, type Tone } from '../parts/grounds.ts';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';
import { Text } from '../parts/Text.tsx';

interface ReceiptProps {
  receipt: OfferContent['receipt'];
  cta: OfferContent['cta'];
  tone: Tone;
}

/** The price stands out on the opposite tone. */
function Receipt({ receipt, cta, tone }: ReceiptProps) {
  const { title, subtitle, items, full, cash, installments, note } = receipt;
  return (
    <div data-tone={tone} className="receipt px-4 pt-8 pb-10 @sm:px-8">
      <div>
        <p className="font-display text-subtitle font-bold tracking-tight">{title}</p>
        <p className="mt-1 text-muted">
          <Text text={subtitle} />
        </p>
        <ul className="mt-6 rule-y py-2">
          {items.map(({ name, detail }) => (
            <li
              key={name}
              className="flex items-baseline-last gap-1.5 py-2 text-[clamp(0.9375rem,5cqi,1.0625rem)] leading-snug"
            >
              <span>{name}</span>
              <span aria-hidden="true" className="receipt-leader" />
              <span className="text-muted">{detail}</span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        {full && (
          <p className="mt-6 flex items-baseline justify-between text-muted">
            <span>{full.label}</span>
            <s className="receipt-full tabular-nums">{full.value}</s>
          </p>
        )}
        {full?.reason && <p className="mt-1 text-sm text-muted">{full.reason}</p>}
        <p
          className={`${full ? 'mt-4' : 'mt-6'} flex flex-wrap items-baseline justify-between gap-x-3`}
        >
          <span className="text-muted">{cash.label}</span>
          <span className="ml-auto text-right">
            <strong className="figure">{cash.value}</strong>{' '}
            <span className="block text-muted">{cash.after}</span>
          </span>
        </p>
        {installments && (
          <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="text-muted">{installments.label}</span>
            <span className="receipt-installments tabular-nums">{installments.value}</span>
          </p>
        )}
        <CtaButton cta={cta} opens="lead" tone={tone} className="mt-7 grid" />
        <p className="mt-4 rule-t pt-4 text-sm text-muted">
          <Text text={note} />
        </p>
      </div>
    </div>
  );
}

function Guarantee({ guarantee }: { guarantee: NonNullable<OfferContent['guarantee']> }) {
  const [firstWord, ...otherWords] = guarantee.seal.split(/\s/);
  return (
    <div className="guarantee">
      <p className="guarantee-seal">
        <span
          className={`block font-display leading-none font-extrabold ${firstWord && firstWord.length > 3 ? 'text-subtitle' : 'text-4xl'}`}
        >
          {firstWord}
        </span>{' '}
        <span className="block text-sm font-semibold">{otherWords.join(' ')}</span>
      </p>
      <h3 className="text-subtitle">
        <Text text={guarantee.title} />
      </h3>
      <p className="max-w-[52ch] text-muted">
        <Text text={guarantee.text} />
      </p>
    </div>
  );
}

export const Offer = ({ content, ground }: { content: OfferContent; ground: Ground }) => (
  <Section id="oferta" ground={ground}>
    <div className="offer">
      <SectionTitle section={ground.section} {...content} />
      <Receipt receipt={content.receipt} cta={content.cta} tone={oppositeTone(ground.tone)} />
      {content.guarantee && <Guarantee guarantee={content.guarantee} />}
    </div>
  </Section>
);
