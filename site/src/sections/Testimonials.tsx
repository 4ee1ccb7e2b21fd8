import type { TestimonialContent, TestimonialsContent } from '@funil/content/schema/testimonials';
import { CtaButton } from '../parts/CtaButton.tsx';
import type { Ground } from '../parts/grounds.ts';
import { Picture, type ResolvedPicture } from '../parts/Picture.tsx';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';

interface Props {
  content: TestimonialsContent;
  ground: Ground;
  /** In the order of the items. */
  pictures: ResolvedPicture[];
}

const ArrowButton = ({ label, towards }: { label: string; towards: 'left' | 'right' }) => (
  <button
    type="button"
    className="arrow-button grid size-12 flex-none place-items-center rounded-full"
    data-step={towards === 'left' ? -1 : 1}
  >
    <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
      <path
        d={towards === 'left' ? 'M20 12H4m6-6-6 6 6 6' : 'M4 12h16m-6-6 6 6-6 6'}
        className="stroke"
        strokeWidth="1.8"
      />
    </svg>
    <span className="sr-only">{label}</span>
  </button>
);

interface SlideProps {
  item: TestimonialContent;
  picture: ResolvedPicture | undefined;
  texts: TestimonialsContent['carousel'];
  position: string;
}

const Slide = ({ item, picture, texts, position }: SlideProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a slide of a carousel is a group, not a fieldset
  <div
    role="group"
    aria-roledescription={texts.slideRole}
    aria-label={position}
    className="carousel-slide"
    data-slide
  >
    <a href={picture?.src} className="phone" data-enlarge data-waits aria-haspopup="dialog">
      {picture && <Picture picture={picture} className="phone-screen" />}
      <span className="sr-only">
        {texts.open} {item.name}
      </span>
    </a>
    <p className="mt-5 font-display text-[1.1875rem] leading-snug font-bold text-balance">
      “{item.highlight}”
    </p>
    <p className="mt-2 text-[0.9375rem] leading-normal text-muted">{item.description}</p>
  </div>
);

const Dots = ({ content }: { content: TestimonialsContent }) => (
  <div className="carousel-dots">
    {content.items.map(({ id }, index) => (
      <button key={id} type="button" className="carousel-dot" data-go-to={index}>
        <span className="sr-only">
          {content.carousel.goTo} {index + 1}
        </span>
      </button>
    ))}
  </div>
);

/** A scrollable row of testimonials; behaviours/conversations.ts turns the row into a carousel that loops. */
export function Testimonials({ content, ground, pictures }: Props) {
  const { items, carousel: texts } = content;
  const positionOf = (index: number) =>
    `${texts.position} ${index + 1} ${texts.of} ${items.length}`;
  return (
    <Section ground={ground} className="overflow-x-clip">
      <section
        aria-roledescription={texts.role}
        aria-label={texts.label}
        data-carousel
        data-dialog={texts.dialog}
        data-close={texts.close}
        className="carousel"
      >
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <SectionTitle section={ground.section} {...content} />
          <div className="carousel-controls grow @lg:grow-0">
            <p
              className="mr-auto text-muted tabular-nums @lg:mr-3"
              aria-live="polite"
              data-position
            >
              {positionOf(0)}
            </p>
            <ArrowButton label={texts.previous} towards="left" />
            <ArrowButton label={texts.next} towards="right" />
          </div>
        </div>
        <div className="carousel-viewport" data-viewport>
          <div className="carousel-track">
            {items.map((item, index) => (
              <Slide
                key={item.id}
                item={item}
                picture={pictures[index]}
                texts={texts}
                position={positionOf(index)}
              />
            ))}
          </div>
        </div>
        <Dots content={content} />
      </section>
      <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-8 @md:mt-12" />
    </Section>
  );
}
