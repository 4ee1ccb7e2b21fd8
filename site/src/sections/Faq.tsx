import type { FaqContent } from '@funil/content/schema/faq';
import { CtaButton } from '../parts/CtaButton.tsx';
import type { Ground } from '../parts/grounds.ts';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';

export const Faq = ({ content, ground }: { content: FaqContent; ground: Ground }) => (
  <Section ground={ground}>
    <div className="grid grid-cols-1 gap-8 @lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] @lg:gap-20">
      <SectionTitle section={ground.section} {...content} />
      <div className="faq">
        {content.questions.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary className="disclosure py-4">
              <h3 className="leading-snug @md:text-subtitle">{question}</h3>
            </summary>
            <p className="max-w-[52ch] pb-4 text-muted">{answer}</p>
          </details>
        ))}
        <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-7" />
      </div>
    </div>
  </Section>
);
