// Loaded when videos come near, or the page is idle: see page.ts.
import { findSection } from '../../visitor/click.ts';
import styles from './player.css?inline';
import { judgeThumbnail, nextThumbnail } from './thumbnail.ts';

/** What a bubbling `funil:video-start` says when a video starts. */
export interface VideoStart {
  title: string;
  secao: string;
}

const PLAYER = 'https://www.youtube-nocookie.com/embed';

/** The player's markup stands once in the page, in a template. */
function makePlayer(video: HTMLElement): HTMLElement | undefined {
  const template = document.querySelector<HTMLTemplateElement>('#video-player');
  const player = template?.content.firstElementChild?.cloneNode(true);
  if (!(player instanceof HTMLElement)) return undefined;
  const frame = player.querySelector('iframe');
  frame?.setAttribute('title', video.dataset.videoTitle ?? '');
  frame?.addEventListener('load', () => player.setAttribute('data-loaded', ''), { once: true });
  frame?.setAttribute('src', `${PLAYER}/${video.dataset.video}?autoplay=1`);
  return player;
}

function stop(video: HTMLElement): void {
  video.querySelector('[data-player]')?.remove();
  video.removeAttribute('data-playing');
}

/** Pressed before this script was there: the button has shown since then that it was heard. */
function playEarlyPress(): void {
  const pressed = [...document.querySelectorAll('[data-play][aria-busy]')];
  for (const button of pressed) button.removeAttribute('aria-busy');
  const last = pressed.find((button) => button === document.activeElement) ?? pressed[0];
  const video = last?.closest<HTMLElement>('[data-video]');
  // Who has opened a form since then has gone on.
  if (video && !document.querySelector('dialog[open]')) start(video);
}

function start(video: HTMLElement): void {
  video.querySelector('[data-play]')?.removeAttribute('aria-busy');
  for (const other of document.querySelectorAll<HTMLElement>('[data-playing]')) stop(other);
  const player = makePlayer(video);
  if (!player) return;
  video.setAttribute('data-playing', '');
  video.querySelector('[data-stage]')?.append(player);
  player.querySelector<HTMLElement>('[data-stop]')?.focus();
  const detail: VideoStart = {
    title: video.dataset.videoTitle ?? '',
    secao: findSection(video),
  };
  video.dispatchEvent(new CustomEvent('funil:video-start', { bubbles: true, detail }));
}

function close(video: HTMLElement): void {
  stop(video);
  video.querySelector<HTMLElement>('[data-play]')?.focus();
}

/** Plays a video in the place of its thumbnail, one at a time; nothing of the host's loads before. */
function watchPlayers(): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: styles }));
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const video = target.closest<HTMLElement>('[data-video]');
    if (!video) return;
    if (target.closest('[data-play]')) start(video);
    else if (target.closest('[data-stop]')) close(video);
  });
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !(target instanceof Element)) return;
    const video = target.closest<HTMLElement>('[data-playing]');
    if (video) close(video);
  });
  playEarlyPress();
}

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

function checkThumbnail(image: HTMLImageElement): void {
  const state = judgeThumbnail(image);
  // Safari marks a picture that failed, until another has loaded.
  if (state !== 'waiting') image.toggleAttribute('data-failed', state === 'missing');
  if (state !== 'missing') return;
  const next = nextThumbnail(image.src);
  if (next) image.src = next;
  else if (!image.hidden) replaceWithText(image);
}

/** Tries a thumbnail's sizes in turn; also for one that failed before this script ran. */
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
  watchPlayers();
}
