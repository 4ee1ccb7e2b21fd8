// Loaded when videos come near, or the page is idle: see page.ts.
import { watchPlayers } from './players.ts';
import { watchThumbnails } from './watch-thumbnails.ts';

let isStarted = false;

export function startVideos(): void {
  if (isStarted) return;
  isStarted = true;
  watchThumbnails();
  watchPlayers();
}
