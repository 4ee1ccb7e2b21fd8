import type { VideosContent } from '@funil/content/schema/videos';
import { CtaButton } from '../parts/CtaButton.tsx';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';
import { Video, type VideosProps } from '../parts/video/Video.tsx';

export function Videos({ content, ground, posters, texts }: VideosProps<VideosContent>) {
  const [firstVideo, ...otherVideos] = content.videos;
  const columns =
    otherVideos.length > 0
      ? '@lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] @lg:grid-rows-[auto_1fr] @lg:gap-x-14'
      : 'max-w-4xl';
  return (
    <Section ground={ground}>
      <SectionTitle section={ground.section} {...content} />
      <div className={`mt-8 grid gap-8 @lg:mt-16 @lg:gap-y-10 ${columns}`}>
        {firstVideo && <Video video={firstVideo} poster={posters[0]} texts={texts} look="large" />}
        {otherVideos.length > 0 && (
          <div className="video-rows">
            {otherVideos.map((video, index) => (
              <Video
                key={video.id}
                video={video}
                poster={posters[index + 1]}
                texts={texts}
                look="row"
              />
            ))}
          </div>
        )}
        <CtaButton cta={content.cta} opens="lead" tone={ground.tone} />
      </div>
    </Section>
  );
}
