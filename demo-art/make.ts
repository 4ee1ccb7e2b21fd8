import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { memberPictures } from './avatar.ts';
import { chatPictures } from './chat.ts';
import { writeFingerprints } from './fingerprints.ts';
import { embedFonts } from './fonts.ts';
import { iconSvg, logoSvg } from './icon.ts';
import { type Picture, toDocument } from './picture.ts';
import { portraitPicture } from './portrait.ts';
import { posterPictures } from './poster.ts';
import { sharePicture } from './share.ts';

const folder = path.join(import.meta.dirname, '../content/images');
const maxBytes = 300_000;
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
];

async function render(browser: Browser, picture: Picture, fonts: string): Promise<Buffer> {
  const { width, height, scale } = picture;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  await page.setContent(toDocument(picture, fonts));
  await page.evaluate(() => document.fonts.ready);
  await assertNothingCut(page, picture.file);
  const shot = await page.screenshot({ type: 'png', omitBackground: true });
  await page.close();
  return shot;
}

/** What a box marked `data-fits` holds must lie inside it, or the picture would cut it. */
async function assertNothingCut(page: Page, file: string): Promise<void> {
  const spare = await page.$$eval('[data-fits]', (boxes) =>
    boxes.map((box) => {
      const first = box.firstElementChild ?? box;
      return first.getBoundingClientRect().top - box.getBoundingClientRect().top;
    }),
  );
  if (spare.some((pixels) => pixels < 0)) throw new Error(`${file}: content too tall (${spare})`);
}

/** Lossless while it is small enough; else the largest palette that fits. */
async function compress(png: Buffer, file: string): Promise<Buffer> {
  const lossless = await sharp(png).png({ compressionLevel: 9 }).toBuffer();
  if (lossless.length <= maxBytes) return lossless;
  const reduced = await sharp(png).png({ palette: true, colours: 256, effort: 10 }).toBuffer();
  if (reduced.length > maxBytes) throw new Error(`${file}: ${reduced.length} bytes`);
  return reduced;
}

const only = process.argv.slice(2);
const isWanted = (file: string) => only.length === 0 || only.some((part) => file.includes(part));

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: browserFlags,
});
try {
  const fonts = await embedFonts();
  const pictures = [
    ...chatPictures(),
    portraitPicture(),
    ...memberPictures(),
    ...posterPictures(),
    sharePicture(),
  ];
  for (const picture of pictures.filter(({ file }) => isWanted(file))) {
    const png = await compress(await render(browser, picture, fonts), picture.file);
    await writeFile(path.join(folder, picture.file), png);
    console.log(picture.file, png.length);
  }
  if (isWanted('icone.svg')) await writeFile(path.join(folder, 'icone.svg'), iconSvg());
  if (isWanted('marca.svg')) await writeFile(path.join(folder, 'marca.svg'), logoSvg());
  writeFingerprints();
} finally {
  await browser.close();
}
