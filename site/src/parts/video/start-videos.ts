import type { VideoStart } from '../../tracking/start.ts';
import { findSection } from '../../visitor/click.ts';
import styles from './player.css?inline';
import { nextThumbnail, thumbnailState } from './thumbnail.ts';

const PLAYER_URL = 'https://www.youtube-nocookie.com/embed';

const findTemplate = () => document.querySelector<HTMLTemplateElement>('#video-player');

function makePlayer(video: HTMLElement): HTMLElement | undefined {
  const player = findTemplate()?.content.firstElementChild?.cloneNode(true);
  if (!(player instanceof HTMLElement)) return undefined;
  const frame = player.querySelector('iframe');
  frame?.setAttribute('title', video.dataset.videoTitle ?? '');
  frame?.addEventListener('load', () => player.setAttribute('data-loaded', ''), { once: true });
  frame?.setAttribute('src', `${PLAYER_URL}/${video.dataset.video}?autoplay=1`);
  return player;
}

function stopVideo(video: HTMLElement): void {
  video.querySelector('[data-player]')?.remove();
  video.removeAttribute('data-playing');
}

/** Plays the video whose button was clicked before this script loaded. `aria-busy` marks that button. */
function playEarlyPress(): void {
  const pressed = [...document.querySelectorAll('[data-play][aria-busy]')];
  for (const button of pressed) button.removeAttribute('aria-busy');
  const button = pressed.find((button) => button === document.activeElement) ?? pressed[0];
  const video = button?.closest<HTMLElement>('[data-video]');
  // A visitor who opened a form after the click does not want the video.
  if (video && !document.querySelector('dialog[open]')) startVideo(video);
}

function startVideo(video: HTMLElement): void {
  video.querySelector('[data-play]')?.removeAttribute('aria-busy');
  for (const playing of document.querySelectorAll<HTMLElement>('[data-playing]'))
    stopVideo(playing);
  const player = makePlayer(video);
  if (!player) return;
  video.setAttribute('data-playing', '');
  video.querySelector('[data-stage]')?.append(player);
  player.querySelector<HTMLElement>('[data-stop]')?.focus();
  const detail: VideoStart = { title: video.dataset.videoTitle ?? '', section: findSection(video) };
  video.dispatchEvent(new CustomEvent('funil:video-start', { bubbles: true, detail }));
}

function stopAndFocusButton(video: HTMLElement): void {
  stopVideo(video);
  video.querySelector<HTMLElement>('[data-play]')?.focus();
}

/** Plays one video at a time. No player loads from YouTube before a click. */
function handlePlayerEvents(): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: styles }));
  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const video = target.closest<HTMLElement>('[data-video]');
    if (!video) return;
    // The play button is a link. dialog-openers.ts has prevented its default, unless the visitor wants another tab.
    if (target.closest('[data-play]')) {
      if (event.defaultPrevented) startVideo(video);
    } else if (target.closest('[data-stop]')) stopAndFocusButton(video);
  });
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !(target instanceof Element)) return;
    const video = target.closest<HTMLElement>('[data-playing]');
    if (video) stopAndFocusButton(video);
  });
  playEarlyPress();
}

function replaceWithText(image: HTMLImageElement): void {
  const video = image.closest<HTMLElement>('[data-video]');
  image.hidden = true;
  video?.setAttribute('data-thumbnail', 'missing');
  const { hint, touchHint } = findTemplate()?.dataset ?? {};
  const textContent = (matchMedia('(pointer: coarse)').matches ? touchHint : hint) ?? '';
  const hintText = Object.assign(document.createElement('span'), {
    className: 'video-hint',
    textContent,
  });
  video?.querySelector('[data-play]')?.append(' ', hintText);
}

function checkThumbnail(image: HTMLImageElement): void {
  const state = thumbnailState(image);
  // `data-failed` hides the picture, because Safari draws a broken one until the next size has loaded.
  if (state !== 'waiting') image.toggleAttribute('data-failed', state === 'missing');
  if (state !== 'missing') return;
  const nextAddress = nextThumbnail(image.src);
  if (nextAddress) image.src = nextAddress;
  else if (!image.hidden) replaceWithText(image);
}

/** When a thumbnail fails, tries its next size, even if it failed before this script ran. */
function watchThumbnails(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-thumbnail]')) {
    image.addEventListener('load', () => checkThumbnail(image));
    image.addEventListener('error', () => checkThumbnail(image));
    checkThumbnail(image);
  }
}

let isStarted = false;

export function startVideos(): void {
  if (isStarted) return;
  isStarted = true;
  watchThumbnails();
  handlePlayerEvents();
}
