import type { ApplicationContent } from '@funil/content/schema/application';
import { placeholderForSeats } from '@funil/contract/site/seats';
import { CtaButton } from '../parts/CtaButton.tsx';
import type { Ground } from '../parts/grounds.ts';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';

interface Props {
  content: ApplicationContent;
  ground: Ground;
  /** The number of remaining seats, drawn as open nodes; 0 if unknown. If it is `auto`, the server counts them. */
  seats: number | 'auto';
  /** Includes the taken seats, which are drawn as filled nodes. */
  seatsTotal: number;
}

function seatClass(seatsAfter: number, seats: number | 'auto'): string {
  if (seats === 'auto') return `seat${placeholderForSeats('', ' taken', seatsAfter)}`;
  return seats <= seatsAfter ? 'seat taken' : 'seat';
}

/** More nodes would not fit a phone. */
const MAX_DRAWN_SEATS = 12;

function Seats({
  badge,
  seats,
  seatsTotal,
}: { badge: string } & Pick<Props, 'seats' | 'seatsTotal'>) {
  const totalSeats = seats === 'auto' ? seatsTotal : Math.max(seats, seatsTotal);
  const numbers = Array.from({ length: totalSeats }, (_, index) => index + 1);
  return (
    <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
      <p className="rounded-full bg-ink px-4 py-1.5 font-semibold text-on-ink">{badge}</p>
      {seats !== 0 && totalSeats <= MAX_DRAWN_SEATS && (
        <span className="flex flex-wrap gap-y-2" aria-hidden="true">
          {numbers.map((number) => (
            <span key={number} className={seatClass(totalSeats - number, seats)} />
          ))}
        </span>
      )}
    </div>
  );
}

const Fit = ({ title, items }: { title: string; items: string[] }) => (
  <div data-tone="ink" className="fit-card rounded-3xl p-6 @sm:px-9 @sm:py-10">
    <h3 className="text-subtitle">{title}</h3>
    <ul className="fit-list mt-4 grid gap-3 @lg:gap-0">
      {items.map((item) => (
        <li key={item}>
          <span className="node mt-[0.4em]" aria-hidden="true" />
          {item}
        </li>
      ))}
    </ul>
  </div>
);

const Process = ({ title, steps }: { title: string; steps: string[] }) => (
  <div>
    <h3 className="text-subtitle">{title}</h3>
    <ol className="process mt-5">
      {steps.map((step, index) => (
        <li key={step} className="process-step">
          <span className="process-rail flex flex-col items-center @md:flex-row">
            <span className="process-number">{index + 1}</span>
            {index + 1 < steps.length && <span className="wire-y" aria-hidden="true" />}
          </span>
          <p className="max-w-[44ch] font-medium">{step}</p>
        </li>
      ))}
    </ol>
  </div>
);

export const Application = ({ content, ground, seats, seatsTotal }: Props) => (
  <Section id="formulario-aplicacao" ground={ground}>
    <div className="grid grid-cols-1 gap-10 @lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] @lg:gap-20">
      <div>
        <SectionTitle section={ground.section} {...content} />
        <Seats badge={content.badge} seats={seats} seatsTotal={seatsTotal} />
        <CtaButton cta={content.cta} opens="application" tone={ground.tone} className="mt-7" />
      </div>
      <Fit title={content.fitTitle} items={content.fit} />
      <div className="@lg:col-span-2">
        <Process title={content.processTitle} steps={content.process} />
      </div>
    </div>
  </Section>
);
