import type { TeamContent } from '@funil/content/schema/team';
import type { Ground } from '../layout/grounds.ts';
import { CtaButton } from '../parts/CtaButton.tsx';
import type { ResolvedPicture } from '../parts/Picture.tsx';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';
import { Video, type VideoTexts } from '../parts/video/Video.tsx';

interface Props {
  content: TeamContent;
  ground: Ground;
  /** In the order of the videos. */
  posters: (ResolvedPicture | undefined)[];
  texts: VideoTexts;
}

/** Three people on one wire, a step further down each; any other number side by side. */
export function Team({ content, ground, posters, texts }: Props) {
  return (
    <Section name="equipe" ground={ground}>
      <SectionTitle section="equipe" {...content} />
      <ol className={`${content.videos.length === 3 ? 'team' : 'team-even'} mt-9 lg:mt-16`}>
        {content.videos.map((video, index) => (
          <li key={video.id} className="team-member">
            <span className="stat-wire" aria-hidden="true">
              <span className="node" />
              <span className="wire-x flex-1" />
            </span>
            <Video video={video} poster={posters[index]} texts={texts} look="row" />
          </li>
        ))}
      </ol>
      <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-10 lg:mt-16" />
    </Section>
  );
}
