import type { SiteContent } from '@funil/content/schema/site';
import type { VideoContent } from '@funil/content/schema/video';
import { firstThumbnail } from './thumbnail.ts';

export type VideoTexts = SiteContent['videoPlayer'];

interface Props {
  video: VideoContent;
  texts: VideoTexts;
  /** `row`: the picture small, beside its words; it grows when it plays. */
  look: 'large' | 'row' | 'column';
}

/** What is seen where there is no picture, and until there is one: a wire that ends in the play node. */
function Ground({ quote }: { quote: string | undefined }) {
  return (
    <div className="video-ground" aria-hidden={quote ? undefined : true}>
      <svg viewBox="0 0 160 64" preserveAspectRatio="none" aria-hidden="true">
        <path
          d="M-2 63H104C134 63 114 1 144 1H162"
          className="wire"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {quote && <p className="video-ground-quote">“{quote}”</p>}
    </div>
  );
}

function Stage({ video, texts, look }: Props) {
  const { id, title, quote, duration } = video;
  return (
    <div className="video-stage" data-stage data-tone="ink">
      <Ground quote={look === 'row' ? undefined : quote} />
      <img
        src={firstThumbnail(id)}
        width={1280}
        height={720}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        data-thumbnail
        className="video-thumbnail"
      />
      <button type="button" className="video-play" data-play data-waits data-hint={texts.fallback}>
        <svg viewBox="0 0 24 24" className="video-play-icon" aria-hidden="true">
          <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />
        </svg>
        <span className="sr-only">
          {texts.play} {title}
        </span>
      </button>
      {duration && <span className="video-duration">{duration}</span>}
    </div>
  );
}

/** A video's thumbnail and words. It plays without React: see players.ts. */
export function Video(props: Props) {
  const { video, texts, look } = props;
  return (
    <figure className={`video video-${look}`} data-video={video.id} data-video-title={video.title}>
      <Stage {...props} />
      <figcaption className="video-words">
        <h3 className="video-title">{video.title}</h3>
        <p className="video-quote">“{video.quote}”</p>
        <p className="video-speaker">
          <span className="font-semibold text-fg">{video.name}</span>
          <span className="block">{video.role}</span>
        </p>
        <noscript>
          <a className="link" href={`https://www.youtube.com/watch?v=${video.id}`}>
            {texts.elsewhere}
          </a>
        </noscript>
      </figcaption>
    </figure>
  );
}
