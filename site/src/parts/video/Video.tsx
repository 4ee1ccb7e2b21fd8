import type { SiteContent } from '@funil/content/schema/site';
import type { VideoContent } from '@funil/content/schema/video';
import type { Ground } from '../grounds.ts';
import { Picture, type ResolvedPicture } from '../Picture.tsx';
import { firstThumbnail } from './thumbnail.ts';

type VideoTexts = SiteContent['videoPlayer'];

export interface VideosProps<Content> {
  content: Content;
  ground: Ground;
  /** Posters in the order of the videos; undefined without a poster. */
  posters: (ResolvedPicture | undefined)[];
  texts: VideoTexts;
}

interface Props {
  video: VideoContent;
  texts: VideoTexts;
  poster: ResolvedPicture | undefined;
  /** `row`: a small picture beside its texts, which grows when it plays. */
  look: 'large' | 'row';
}

/** The poster, or a decorative line to the play button, behind a thumbnail that may not load. */
const Backdrop = ({ poster, quote }: { poster: ResolvedPicture | undefined; quote: string }) => (
  <div className="video-ground" data-tone="ink">
    {poster ? (
      <Picture picture={poster} className="video-poster" />
    ) : (
      <svg viewBox="0 0 160 64" preserveAspectRatio="none" aria-hidden="true">
        <path d="M-2 63H104C134 63 114 1 144 1H162" className="wire" />
      </svg>
    )}
    {quote && <p className="video-ground-quote">“{quote}”</p>}
  </div>
);

function VideoStage({ video, poster, texts, look }: Props) {
  const { id, title, quote, duration } = video;
  return (
    <div className="video-stage" data-stage>
      <Backdrop poster={poster} quote={look === 'large' ? quote : ''} />
      <img
        src={firstThumbnail(id)}
        width={1280}
        height={720}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        data-thumbnail
        className="video-thumbnail"
      />
      <a href={`https://www.youtube.com/watch?v=${id}`} className="video-play" data-play data-waits>
        <svg viewBox="0 0 24 24" className="video-play-icon" aria-hidden="true">
          <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />
        </svg>
        <span className="sr-only">
          {texts.play} {title}
        </span>
      </a>
      {duration && <span className="video-duration">{duration}</span>}
    </div>
  );
}

export function Video(props: Props) {
  const { video, look } = props;
  return (
    <figure className={`video video-${look}`} data-video={video.id} data-video-title={video.title}>
      <VideoStage {...props} />
      <figcaption className="video-words">
        <h3 className="video-title">{video.title}</h3>
        <p className="video-quote">“{video.quote}”</p>
        <p className="video-speaker">
          <span className="font-semibold text-fg">{video.name}</span>
          <span className="block">{video.role}</span>
        </p>
      </figcaption>
    </figure>
  );
}

/** A template that start-videos.ts copies, with hints for videos of which no thumbnail loads. */
export const VideoPlayer = ({ texts }: { texts: VideoTexts }) => (
  <template id="video-player" data-hint={texts.fallback} data-touch-hint={texts.fallbackOnTouch}>
    <div className="video-player" data-player>
      {/* YouTube refuses to play (error 153) without a referrer. */}
      <iframe
        title={texts.play}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <button type="button" className="video-stop" data-stop>
        {texts.close}
      </button>
    </div>
  </template>
);
