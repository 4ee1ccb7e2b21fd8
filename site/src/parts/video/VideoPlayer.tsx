import type { VideoTexts } from './Video.tsx';

/** The playing video, once for all of them: players.ts copies it out of its template. */
export function VideoPlayer({ texts }: { texts: VideoTexts }) {
  return (
    <template id="video-player">
      <div className="video-player" data-player>
        {/* The host refuses to play (error 153) for a page that sends no referrer. */}
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
}
