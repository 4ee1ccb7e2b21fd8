import { holdScripts } from './hold-requests.ts';
import { openLeadDialog } from './lead-dialog.ts';
import { expect, test } from './shared-server.ts';
import { openVideos, videoOf, wide } from './videos.ts';

const TITLE = 'Do balcão da farmácia à primeira automação vendida';

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
  await expect(videoOf(page, 'demoMembro3').getByText('Clique para assistir')).toBeVisible();
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
