import type { VideoStart } from '../../parts/video/players.ts';
import { track } from '../track.ts';

/** Tells of each video that starts, by Google's name for it and by the page's. */
export function watchVideos(): void {
  document.addEventListener('funil:video-start', (event) => {
    const { title, secao } = (event as CustomEvent<VideoStart>).detail;
    const video = { title, section: secao };
    track('video_start', video);
    track('video_play', video);
  });
}
