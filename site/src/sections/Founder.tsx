import type { FounderContent } from '@funil/content/schema/founder';
import { CtaButton } from '../parts/CtaButton.tsx';
import type { Ground } from '../parts/grounds.ts';
import { Picture, type ResolvedPicture } from '../parts/Picture.tsx';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';

interface Props {
  content: FounderContent;
  ground: Ground;
  portrait: ResolvedPicture;
}

export function Founder({ content, ground, portrait }: Props) {
  const { name, role, bio, credentials, quote } = content;
  return (
    <Section id="fundador" ground={ground}>
      <div className="founder">
        <SectionTitle
          section={ground.section}
          eyebrow={content.eyebrow}
          title={content.title}
          className="founder-title"
        />
        <figure className="founder-portrait">
          <Picture picture={portrait} className="w-full rounded-3xl" />
          <figcaption className="mt-4">
            <span className="block font-display text-subtitle font-bold">{name}</span>
            <span className="text-muted">{role}</span>
          </figcaption>
        </figure>
        <div className="founder-story">
          <div className="grid max-w-[62ch] gap-4">
            {bio.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <blockquote className="founder-quote">
            <p>“{quote}”</p>
          </blockquote>
          <ul className="grid gap-3">
            {credentials.map((credential) => (
              <li key={credential} className="flex items-baseline gap-4 font-medium">
                <span className="node" aria-hidden="true" />
                {credential}
              </li>
            ))}
          </ul>
          <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-8" />
        </div>
      </div>
    </Section>
  );
}
