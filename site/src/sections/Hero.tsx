import type { FlowContent } from '@funil/content/schema/flow';
import type { HeroContent } from '@funil/content/schema/hero';
import { Brand, type BrandLook } from '../parts/Brand.tsx';
import { CtaButton } from '../parts/CtaButton.tsx';
import { Emphasis } from '../parts/Emphasis.tsx';
import type { Tone } from '../parts/grounds.ts';
import { NodeIcon } from '../parts/NodeIcon.tsx';
import { Picture, type ResolvedPicture } from '../parts/Picture.tsx';
import { longWords } from '../parts/SectionTitle.tsx';
import { Text } from '../parts/Text.tsx';

interface Props {
  content: HeroContent;
  brand: BrandLook;
  tone: Tone;
  avatars: ResolvedPicture[];
  picture: ResolvedPicture | undefined;
  hasOffer: boolean;
}

const Proof = ({ text, avatars }: { text: string; avatars: ResolvedPicture[] }) => (
  <div className="flex flex-wrap items-center gap-3">
    {avatars.length > 0 && (
      <div className="flex flex-none">
        {avatars.map((avatar) => (
          <Picture
            key={avatar.src}
            picture={avatar}
            loading="eager"
            className="face size-8 rounded-full @md:size-10"
          />
        ))}
      </div>
    )}
    <p className="min-w-28 flex-1 text-sm text-balance">
      <Text text={text} />
    </p>
  </div>
);

/** Without a flow or a picture, the promise takes the full width. */
export function Hero({ content, brand, tone, avatars, picture, hasOffer }: Props) {
  const { flow, proof, offerLink } = content;
  const noteLink = offerLink && hasOffer ? { label: offerLink, href: '#oferta' } : undefined;
  const columns =
    flow || picture
      ? 'gap-12 @md:grid-cols-[minmax(0,4fr)_minmax(0,3fr)] @md:gap-8 @lg:gap-16 @lg:py-8'
      : 'max-w-4xl @lg:py-8';
  return (
    <section
      data-section="hero"
      data-tone={tone}
      aria-labelledby="titulo-hero"
      className="@container hero gutter pb-14 md:pb-28"
    >
      <div className="mx-auto max-w-page">
        <p className="py-5 @md:py-8">
          <Brand {...brand} />
        </p>
        <div className={`grid items-center ${columns}`}>
          <div>
            <p className="eyebrow">
              <Text text={content.eyebrow} />
            </p>
            <h1 id="titulo-hero" className={`mt-4 text-display ${longWords(content.title)}`.trim()}>
              <Text text={content.title}>{(version) => <Emphasis text={version} />}</Text>
            </h1>
            <p className="mt-5 max-w-[52ch] text-intro text-muted @md:mt-7">
              <Text text={content.intro} />
            </p>
            <div className="mt-6 flex flex-col gap-6 @md:mt-9 @md:flex-col-reverse @md:gap-8">
              {proof && <Proof text={proof.text} avatars={avatars} />}
              <CtaButton cta={content.cta} opens="lead" tone={tone} noteLink={noteLink} />
            </div>
          </div>
          {flow && <Flow flow={flow} />}
          {picture && (
            <div>
              <Picture picture={picture} loading="eager" className="w-full rounded-3xl" />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function Wire({ toRight }: { toRight: boolean }) {
  const path = toRight ? 'M30 0C30 34 70 22 70 56' : 'M70 0C70 34 30 22 30 56';
  return (
    <svg
      viewBox="0 0 100 56"
      preserveAspectRatio="none"
      className="relative h-14 w-full overflow-visible"
      aria-hidden="true"
    >
      <path d={path} className="wire" />
      <path d={path} className="wire-pulse" />
      <path d={toRight ? 'M30 0h0M70 56h0' : 'M70 0h0M30 56h0'} className="flow-port" />
    </svg>
  );
}

const Flow = ({ flow }: { flow: FlowContent }) => (
  <figure className="flow mx-auto w-full max-w-[28rem] @lg:mr-0">
    <figcaption className="sr-only">{flow.alt}</figcaption>
    <ol>
      {flow.nodes.map(({ kind, label, detail }, index) => (
        <li key={label} className="flow-node">
          {index > 0 && <Wire toRight={index % 2 === 1} />}
          <div
            className={`flow-card flex w-[84%] items-center gap-4 rounded-2xl bg-raised p-4 ${index % 2 === 1 ? 'ml-auto' : ''}`}
          >
            <span className="flow-icon grid size-12 flex-none place-items-center rounded-xl">
              <NodeIcon kind={kind} />
            </span>
            <span>
              <span className="block font-semibold">{label}</span>
              {detail && <span className="block flow-detail text-sm">{detail}</span>}
            </span>
          </div>
        </li>
      ))}
    </ol>
  </figure>
);
