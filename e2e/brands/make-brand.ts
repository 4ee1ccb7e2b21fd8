import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { buildPage } from '../build-page.ts';
import { writeLongSections } from './institute/lists.ts';
import { changeQuestions } from './institute/questions.ts';

const require = createRequire(import.meta.url);

const cloud =
  '<path d="M16 46a12 12 0 0 1 1-24 16 16 0 0 1 30-2 13 13 0 0 1 1 26z" fill="currentColor"/>';
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${cloud}</svg>`;
const icon = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64"><rect width="64" height="64" fill="#2b1a24"/><g color="#ffb3c7">${cloud}</g></svg>`;

/** Returns a photo with location and camera metadata, as phones take it. */
const photo = (width: number, height: number, color: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .withExif({ IFD0: { Make: 'TelefoneDeTeste' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
    .jpeg()
    .toBuffer();

export type BrandName = 'bakery' | 'institute';

const BRANDS_FOLDER = import.meta.dirname;

/** Writes a brand's texts; the institute shares some of the bakery's. */
function writeTexts(name: BrandName, folder: string): void {
  const isYaml = (source: string) => !source.endsWith('.ts');
  cpSync(join(BRANDS_FOLDER, name), folder, { recursive: true, filter: isYaml });
  if (name === 'bakery') return;
  for (const shared of ['lead-dialog.yaml', 'not-found.yaml']) {
    cpSync(join(BRANDS_FOLDER, 'bakery', shared), join(folder, shared));
  }
  const site = readFileSync(join(BRANDS_FOLDER, 'bakery/site.yaml'), 'utf8');
  appendFileSync(
    join(folder, 'site.yaml'),
    site.slice(site.indexOf('tracking:'), site.indexOf('facts:')),
  );
  const modal = 'application-modal.yaml';
  cpSync(join(BRANDS_FOLDER, '../../content', modal), join(folder, modal));
  writeLongSections(folder);
  changeQuestions(folder);
}

export async function makeBrand(name: BrandName): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'funil-brand-')), 'content');
  const images = join(folder, 'images');
  const fonts = join(folder, 'fonts');
  for (const subfolder of [images, fonts]) mkdirSync(subfolder, { recursive: true });
  writeTexts(name, folder);
  writeFileSync(join(images, 'nuvem.svg'), logo);
  writeFileSync(join(images, 'nuvem.png'), await sharp(Buffer.from(icon)).png().toBuffer());
  writeFileSync(join(images, 'mesa.jpg'), await photo(1600, 1200, '#e8a0b4'));
  writeFileSync(join(images, 'recado.jpg'), await photo(780, 1500, '#f4d9c6'));
  writeFileSync(join(images, 'sobra.jpg'), await photo(900, 900, '#123456'));
  const font = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';
  cpSync(require.resolve(font), join(fonts, 'marca.woff2'));
  return folder;
}

/** Builds a brand's page. The folders are removed when the returned object goes out of scope. */
export async function buildBrand(name: BrandName) {
  const folder = await makeBrand(name);
  const dist = join(folder, '../dist');
  await buildPage(folder, dist);
  return { dist, [Symbol.dispose]: () => rmSync(join(folder, '..'), { recursive: true }) };
}
