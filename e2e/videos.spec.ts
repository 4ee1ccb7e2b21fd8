import type { Page } from '@playwright/test';
import { holdScripts } from './hold-requests.ts';
import { openLeadDialog } from './lead-dialog.ts';
import { expect, test } from './shared-server.ts';

const TITLE = 'Do balcão da farmácia à primeira automação vendida';
const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"/>';

const videoOf = (page: Page, id: string) => page.locator(`[data-video="${id}"]`);

async function openVideos(page: Page, url: string) {
  await page.goto(url);
  await videoOf(page, 'demoMembro1').scrollIntoViewIfNeeded();
}

test('a video without any picture says to click, and plays', async ({ page, funil }) => {
  const tried: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/vi/demoMembro1/')) tried.push(new URL(request.url()).pathname);
  });
  await openVideos(page, funil.url);
  const video = videoOf(page, 'demoMembro1');
  await expect(video.getByText('Clique para assistir')).toBeVisible();
  expect(tried).toEqual([
    '/vi/demoMembro1/maxresdefault.jpg',
    '/vi/demoMembro1/sddefault.jpg',
    '/vi/demoMembro1/hqdefault.jpg',
    '/vi/demoMembro1/mqdefault.jpg',
  ]);

  await video.getByText('Clique para assistir').click();
  await expect(video.locator('iframe')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/demoMembro1?autoplay=1',
  );
  await expect(video.locator('iframe')).toHaveAttribute('title', TITLE);
  const close = video.getByRole('button', { name: 'Fechar vídeo' });
  await expect(close).toBeFocused();

  await close.click();
  await expect(video.locator('iframe')).toHaveCount(0);
  await expect(video.getByRole('button', { name: `Assistir ao vídeo: ${TITLE}` })).toBeFocused();
});

test('the best picture there is gets shown', async ({ page, funil }) => {
  await page.route('https://i.ytimg.com/vi/*/hqdefault.jpg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: wide }),
  );
  await openVideos(page, funil.url);
  const video = videoOf(page, 'demoMembro1');
  const thumbnail = video.locator('img[data-thumbnail]');
  await expect(thumbnail).toHaveAttribute('src', /hqdefault/);
  await expect(thumbnail).toBeVisible();
  await expect(video.getByText('Clique para assistir')).toHaveCount(0);
});

test('while a smaller picture is looked for, no broken one shows', async ({ page, funil }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('https://i.ytimg.com/vi/*/sddefault.jpg', async (route) => {
    await isReleased;
    return route.fulfill({ contentType: 'image/svg+xml', body: wide });
  });
  const second = page.waitForRequest(/demoMembro1\/sddefault/);
  await openVideos(page, funil.url);
  await second;
  const picture = videoOf(page, 'demoMembro1').locator('img[data-thumbnail]');
  await expect(picture).toBeHidden();
  release();
  await expect(picture).toBeVisible();
});

test('a picture that failed before the script ran is replaced too', async ({ page, funil }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await isReleased;
    return route.continue();
  });
  await page.goto(funil.url, { waitUntil: 'commit' });
  const video = videoOf(page, 'demoMembro2');
  const failed = page.waitForResponse(/demoMembro2\/maxresdefault/);
  await video.scrollIntoViewIfNeeded();
  await failed;
  release();
  await expect(video.getByText('Clique para assistir')).toBeVisible();
});

test('one video plays at a time, and each start is told with its section', async ({
  page,
  funil,
}) => {
  const players: string[] = [];
  page.on('request', (request) => {
    if (/youtube/.test(request.url())) players.push(request.url());
  });
  await openVideos(page, funil.url);
  await page.evaluate(() => {
    document.addEventListener('funil:video-start', (event) => {
      const { detail } = event as CustomEvent;
      document.title = `${document.title}|${detail.secao}: ${detail.title}`;
    });
  });
  expect(players).toEqual([]);
  await videoOf(page, 'demoMembro3').getByRole('button').click();
  await videoOf(page, 'demoEquipe1').getByRole('button').click();
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(videoOf(page, 'demoEquipe1').locator('iframe')).toBeVisible();
  expect((await page.title()).split('|').slice(1)).toEqual([
    'videos: Contabilidade, áudio e um agente que entende os dois',
    'equipe: Entrei para aprender, fiquei para revisar fluxos',
  ]);
});

test('a video pressed before its script has arrived plays once it is there', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await videoOf(page, 'demoMembro3').getByRole('button').click();
  const play = videoOf(page, 'demoMembro2').getByRole('button');
  await play.click();
  await expect(play).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(videoOf(page, 'demoMembro2').locator('iframe')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(play).toBeFocused();
  await expect(page.locator('[data-play][aria-busy]')).toHaveCount(0);
});

test('a video pressed early does not begin behind a form that was opened since', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await videoOf(page, 'demoMembro2').getByRole('button').click();
  await openLeadDialog(page);
  release();
  await expect(videoOf(page, 'demoMembro2').getByText('Clique para assistir')).toBeAttached();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await videoOf(page, 'demoMembro2').getByRole('button').click();
  await expect(page.locator('iframe')).toHaveCount(1);
});

test('the keyboard starts a video and Escape ends it', async ({ page, funil }) => {
  await openVideos(page, funil.url);
  const video = videoOf(page, 'demoMembro2');
  await expect(video.getByText('Clique para assistir')).toBeVisible();
  await video.getByRole('button').press('Enter');
  await expect(video.getByRole('button', { name: 'Fechar vídeo' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(video.locator('iframe')).toHaveCount(0);
  await expect(video.getByRole('button')).toBeFocused();
});

test('the poster stands until a thumbnail has loaded, and stays where there is none', async ({
  page,
  funil,
}) => {
  await page.route('https://i.ytimg.com/vi/demoMembro2/maxresdefault.jpg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: wide }),
  );
  await openVideos(page, funil.url);
  const shown = (id: string) =>
    videoOf(page, id).evaluate((video) => {
      const { left, top, width, height } = video
        .querySelector('[data-stage]')
        ?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
      const pictures = document
        .elementsFromPoint(left + width * 0.6, top + height / 2)
        .filter((element) => element instanceof HTMLImageElement);
      return pictures.map(({ currentSrc }) => new URL(currentSrc).pathname);
    });
  await expect(videoOf(page, 'demoMembro1').getByText('Clique para assistir')).toBeVisible();
  await expect
    .poll(() => shown('demoMembro1'))
    .toEqual([expect.stringMatching(/video-membro-1.*avif$/)]);
  await videoOf(page, 'demoMembro2').scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown('demoMembro2'))
    .toEqual(['/vi/demoMembro2/maxresdefault.jpg', expect.stringMatching(/video-membro-2.*avif$/)]);
});

test('label, duration and quote of a video never lie on each other', async ({ page, funil }) => {
  await page.goto(funil.url);
  for (const width of [320, 360, 640, 740, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const id of ['demoMembro1', 'demoMembro2', 'demoEquipe2']) {
      const video = videoOf(page, id);
      await video.scrollIntoViewIfNeeded();
      await expect(video.locator('.video-hint')).toBeVisible();
      const crowded = await video.evaluate((figure) => {
        const parts = '.video-play-icon, .video-hint, .video-duration, .video-ground-quote, h3';
        const boxes = [...figure.querySelectorAll(parts)]
          .map((element) => ({ name: element.className, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.height > 0);
        const hint = boxes.filter(({ name, box }) => name === 'video-hint' && box.height > 40);
        const met = boxes.flatMap((one, index) =>
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
        return [...hint.map(() => 'a label on two lines'), ...met];
      });
      expect(crowded, `${id} at ${width} px`).toEqual([]);
    }
  }
});
