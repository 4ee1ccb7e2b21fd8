import type { TeamContent } from '@funil/content/schema/team';
import { CtaButton } from '../parts/CtaButton.tsx';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';
import { StatWire } from '../parts/StatWire.tsx';
import { Video, type VideosProps } from '../parts/video/Video.tsx';

/** Three people as steps on one wire; any other number side by side. */
export const Team = ({ content, ground, posters, texts }: VideosProps<TeamContent>) => (
  <Section ground={ground}>
    <SectionTitle section={ground.section} {...content} />
    <ol
      className={`${content.videos.length === 3 ? 'team @lg:gap-x-(--gap) @lg:gap-y-0' : 'team-even'} mt-9 grid gap-x-10 gap-y-6 @lg:mt-16`}
    >
      {content.videos.map((video, index) => (
        <li key={video.id} className="team-member relative">
          <StatWire />
          <Video video={video} poster={posters[index]} texts={texts} look="row" />
        </li>
      ))}
    </ol>
    <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-10 @lg:mt-16" />
  </Section>
);
