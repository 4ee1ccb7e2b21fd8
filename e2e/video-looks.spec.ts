import { waitForOwnFaces } from './own-faces.ts';
import { expect, test } from './shared-server.ts';
import { openVideos, videoOf, wide } from './videos.ts';

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
      await waitForOwnFaces(page);
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
