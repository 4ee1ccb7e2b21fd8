import {
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@funil/contract/durations';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';
import { ownFile } from './edit-draft.ts';

test('removes only the originals that nothing has used for a day', async () => {
  await using console = await startConsoleData();
  const send = async (width: number) => {
    const photo = new Uint8Array(await makePhoto(width, 20).jpeg().toBuffer());
    const { name } = (await upload(console, photo, 'image/jpeg')).body;
    return String(name);
  };
  const originals = join(String(console.env.DATA_DIR), 'originals');
  const [unused, used] = [await send(20), await send(30)];
  writeFileSync(ownFile(console, 'hero.yaml'), `\n# ${used}\n`, { flag: 'a' });
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS);
  const threeDaysAgo = new Date(Date.now() - 3 * DAY_MS);
  // As large as all originals together may be.
  truncateSync(join(originals, unused), 1_073_741_824);
  utimesSync(join(originals, unused), twoDaysAgo, twoDaysAgo);
  utimesSync(join(originals, used), threeDaysAgo, threeDaysAgo);
  const fresh = await send(40);
  expect(readdirSync(originals).toSorted()).toEqual([used, fresh].toSorted());
  expect(unused).not.toBe(used);
});

async function upload(
  { address, operator }: ConsoleData,
  bytes: Uint8Array | string,
  type = 'image/png',
  query: Record<string, string> = {},
) {
  const search = new URLSearchParams({ name: 'Foto do João.PNG', ...query });
  const response = await fetch(`${address}/console/v1/page/pictures?${search}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': type },
    body: bytes as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}

const makePhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

test('stores a picture as it was cropped, without metadata, and its original apart', async () => {
  await using console = await startConsoleData();
  const photo = await makePhoto(400, 200)
    .withExif({ IFD0: { Artist: 'Ana' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const crop = { left: '0', top: '100', width: '200', height: '150' };
  const stored = await upload(console, new Uint8Array(photo), 'image/jpeg', crop);
  expect(stored).toMatchObject({ status: 200, body: { width: 200, height: 150 } });
  const { name } = stored.body;
  expect(name).toMatch(/^foto-do-joao-[0-9a-f]{16}\.jpg$/);
  const metadata = await sharp(ownFile(console, `images/${name}`)).metadata();
  expect(metadata).toMatchObject({ width: 200, height: 150 });
  expect(metadata.exif).toBeUndefined();
  expect(existsSync(join(String(console.env.DATA_DIR), 'originals', name))).toBe(true);
  const thumbnail = await fetch(`${console.address}/console/v1/page/pictures/${name}?width=100`, {
    headers: { authorization: `Bearer ${console.operator.token}` },
  });
  expect(await sharp(await thumbnail.arrayBuffer()).metadata()).toMatchObject({
    format: 'webp',
    width: 100,
  });
});

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

test('refuses a file that is no picture for the page', async () => {
  await using console = await startConsoleData();
  for (const [bytes, type, reason] of [
    ['not a picture', 'image/png', 'não é uma imagem que se possa ler'],
    [svg('<script>1</script>'), 'image/svg+xml', 'programas'],
    [svg('<g/>'), 'image/png', 'não é uma imagem'],
    [new Uint8Array(40_000_000), 'image/png', 'mais de 20 MB. Diminua'],
    ['GIF89a', 'image/gif', 'PNG, JPEG, WebP ou AVIF'],
  ] as const) {
    const message = expect.stringContaining(reason);
    expect(await upload(console, bytes, type)).toMatchObject({
      status: 422,
      body: { field: 'file', message },
    });
  }
});

test('stores two pictures apart whose hashes begin with the same eight digits', async () => {
  await using console = await startConsoleData();
  const pictures = ['M83006 0h9', 'M148645 0h9'].map((path) => svg(`<path d="${path}"/>`));
  const names = new Set<string>();
  for (const picture of pictures) {
    const { name } = (await upload(console, picture, 'image/svg+xml')).body;
    names.add(name);
    expect(readFileSync(ownFile(console, `images/${name}`), 'utf8')).toBe(picture);
  }
  expect(names.size).toBe(2);
});

test('refuses a crop that is incomplete or outside of the picture', async () => {
  await using console = await startConsoleData();
  const photo = new Uint8Array(await makePhoto(20, 20).png().toBuffer());
  const outside = { left: '10', top: '0', width: '20', height: '20' };
  expect(await upload(console, photo, 'image/png', outside)).toMatchObject({ status: 422 });
  expect(await upload(console, photo, 'image/png', { left: '1' })).toMatchObject({ status: 422 });
});

test('serves pictures and the frame with policies that run no foreign script', async () => {
  await using console = await startConsoleData();
  const stored = await upload(console, svg('<path d="M0 0h9"/>'), 'image/svg+xml');
  const path = `/console/v1/page/pictures/${stored.body.name}?width=100`;
  const shown = await fetch(`${console.address}${path}`, {
    headers: { authorization: `Bearer ${console.operator.token}` },
  });
  expect(shown.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
  const frame = await fetch(`${console.address}/previa`);
  expect(frame.headers.get('content-security-policy')).toMatch(
    /script-src 'sha256-[\w+/=]+'.*frame-ancestors 'self'; sandbox allow-scripts$/,
  );
});
