import { judgeThumbnail, nextThumbnail } from './thumbnail.ts';

/** Puts the text placeholder in the place of a picture that exists in no size. */
function replaceWithText(image: HTMLImageElement): void {
  const video = image.closest<HTMLElement>('[data-video]');
  image.hidden = true;
  video?.setAttribute('data-thumbnail', 'missing');
  const play = video?.querySelector<HTMLElement>('[data-play]');
  play?.append(
    ' ',
    Object.assign(document.createElement('span'), {
      className: 'video-hint',
      textContent: play.dataset.hint ?? '',
    }),
  );
}

function check(image: HTMLImageElement): void {
  const state = judgeThumbnail(image);
  // Safari marks a picture that failed, until another has loaded.
  if (state !== 'waiting') image.toggleAttribute('data-failed', state === 'missing');
  if (state !== 'missing') return;
  const next = nextThumbnail(image.src);
  if (next) image.src = next;
  else if (!image.hidden) replaceWithText(image);
}

/** Tries a thumbnail's sizes in turn; also for one that failed before this script ran. */
export function watchThumbnails(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-thumbnail]')) {
    image.addEventListener('load', () => check(image));
    image.addEventListener('error', () => check(image));
    check(image);
  }
}
