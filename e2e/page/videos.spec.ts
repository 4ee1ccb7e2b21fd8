import type { Page } from '@playwright/test';
import { recordCalls } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { openWithHeldScripts } from '../hold-requests.ts';
import { openLeadDialog } from '../lead-dialog.ts';
import { waitForWebFonts } from '../page-layout.ts';

const VIDEO_TITLE = 'Do balcão da farmácia à primeira automação vendida';

/** A picture wider than YouTube's placeholder. */
const PICTURE = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"/>',
};

const TEXT_WITHOUT_PICTURE = 'Toque para assistir';
const videoOf = (page: Page, id: string) => page.locator(`[data-video="${id}"]`);

async function openVideos(page: Page) {
  await page.goto('/');
  await videoOf(page, 'demoMembro1').scrollIntoViewIfNeeded();
}

test('replaces the poster by the best thumbnail that loads', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('https://i.ytimg.com/vi/*/sddefault.jpg', async (route) => {
    await released;
    return route.fulfill(PICTURE);
  });
  const thumbnailRequest = page.waitForRequest(/demoMembro1\/sddefault/);
  await openVideos(page);
  await thumbnailRequest;
  const video = videoOf(page, 'demoMembro1');
  const thumbnail = video.locator('img[data-thumbnail]');
  await expect(thumbnail).toBeHidden();
  /** Returns the paths of the pictures at one point, topmost first. */
  const listPictures = () =>
    video.evaluate((figure) => {
      const { left, top, width, height } =
        figure.querySelector('[data-stage]')?.getBoundingClientRect() ?? new DOMRect();
      const pictures = document
        .elementsFromPoint(left + width * 0.6, top + height / 2)
        .filter((element) => element instanceof HTMLImageElement);
      return pictures.map(({ currentSrc }) => new URL(currentSrc).pathname);
    });
  const poster = expect.stringMatching(/^\/_astro\/.*avif$/);
  await expect.poll(listPictures).toEqual([poster]);
  release();
  await expect(thumbnail).toBeVisible();
  await expect(thumbnail).toHaveAttribute('src', /sddefault/);
  await expect.poll(listPictures).toEqual(['/vi/demoMembro1/sddefault.jpg', poster]);
  await expect(video.getByText(TEXT_WITHOUT_PICTURE)).toHaveCount(0);
});

test('plays one video at a time, also by keyboard, and reports each', async ({ page }) => {
  const players: string[] = [];
  page.on('request', (request) => {
    if (/youtube/.test(request.url())) players.push(request.url());
  });
  const gtag = await recordCalls(page, 'gtag');
  await openVideos(page);
  await expect(videoOf(page, 'demoMembro3').getByText(TEXT_WITHOUT_PICTURE)).toBeVisible();
  expect(players).toEqual([]);
  await videoOf(page, 'demoMembro3').getByRole('button').click();
  await videoOf(page, 'demoEquipe1').getByRole('button').click();
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(videoOf(page, 'demoEquipe1').locator('iframe')).toBeVisible();
  const reported = () => gtag.filter(([, name]) => String(name).startsWith('video_'));
  await expect.poll(() => reported().length).toBe(4);
  const first = {
    title: 'Contabilidade, áudio e um agente que entende os dois',
    section: 'videos',
  };
  const second = { title: 'Entrei para aprender, fiquei para revisar fluxos', section: 'equipe' };
  expect(reported()).toEqual([
    ['event', 'video_start', first],
    ['event', 'video_play', first],
    ['event', 'video_start', second],
    ['event', 'video_play', second],
  ]);

  const video = videoOf(page, 'demoMembro1');
  await expect(video.getByText(TEXT_WITHOUT_PICTURE)).toBeVisible();
  await video.getByRole('button').press('Enter');
  await expect(video.locator('iframe')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/demoMembro1?autoplay=1',
  );
  await expect(video.locator('iframe')).toHaveAttribute('title', VIDEO_TITLE);
  const close = video.getByRole('button', { name: 'Fechar vídeo' });
  await expect(close).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(video.locator('iframe')).toHaveCount(0);
  const play = video.getByRole('button', { name: `Assistir ao vídeo: ${VIDEO_TITLE}` });
  await expect(play).toBeFocused();
  await play.click();
  await close.click();
  await expect(video.locator('iframe')).toHaveCount(0);
});

test('plays a video that is clicked before its script has loaded', async ({ page }) => {
  const failed = page.waitForResponse(/demoMembro3\/maxresdefault/);
  const release = await openWithHeldScripts(page);
  await videoOf(page, 'demoMembro3').getByRole('button').click();
  const play = videoOf(page, 'demoMembro2').getByRole('button');
  await play.click();
  await expect(play).toHaveAttribute('aria-busy', 'true');
  await failed;
  release();
  await expect(videoOf(page, 'demoMembro2').locator('iframe')).toBeVisible();
  await expect(videoOf(page, 'demoMembro3').getByText(TEXT_WITHOUT_PICTURE)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(play).toBeFocused();
  await expect(page.locator('[data-play][aria-busy]')).toHaveCount(0);
});

test('does not play a video clicked early when a form has been opened since', async ({ page }) => {
  const release = await openWithHeldScripts(page);
  await videoOf(page, 'demoMembro2').getByRole('button').click();
  await openLeadDialog(page);
  release();
  await expect(videoOf(page, 'demoMembro2').getByText(TEXT_WITHOUT_PICTURE)).toBeAttached();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await videoOf(page, 'demoMembro2').getByRole('button').click();
  await expect(page.locator('iframe')).toHaveCount(1);
});

test('never overlaps a video’s label, duration and quote', async ({ page }) => {
  await page.goto('/');
  for (const width of [320, 640, 740, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const id of ['demoMembro1', 'demoMembro2', 'demoEquipe2']) {
      const video = videoOf(page, id);
      await video.scrollIntoViewIfNeeded();
      await expect(video.locator('.video-hint')).toBeVisible();
      await waitForWebFonts(page);
      const layoutFaults = await video.evaluate((figure) => {
        const parts = '.video-play-icon, .video-hint, .video-duration, .video-ground-quote, h3';
        const boxes = [...figure.querySelectorAll(parts)]
          .map((element) => ({ name: element.className, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.height > 0);
        const twoLineHints = boxes.filter(
          ({ name, box }) => name === 'video-hint' && box.height > 40,
        );
        const overlaps = boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .filter(
              ({ box }) =>
                one.box.left < box.right &&
                box.left < one.box.right &&
                one.box.top < box.bottom &&
                box.top < one.box.bottom,
            )
            .map((other) => `${one.name} on ${other.name}`),
        );
        return [...twoLineHints.map(() => 'a label on two lines'), ...overlaps];
      });
      expect(layoutFaults, `${id} at ${width} px`).toEqual([]);
    }
  }
});
