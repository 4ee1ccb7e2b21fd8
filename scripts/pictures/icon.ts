import { markShapes } from '../../site/src/parts/mark.ts';
import { ink, lime } from './palette.ts';
import type { Picture } from './picture.ts';

interface IconShape {
  readonly corner: number;
  /** Share of the square that the mark takes; a mask may cut all outside the middle 80 %. */
  readonly markShare: number;
}

const rounded: IconShape = { corner: 14, markShare: 1 };
const fullBleed: IconShape = { corner: 0, markShare: 0.82 };
const maskable: IconShape = { corner: 0, markShare: 0.7 };

function drawIcon({ corner, markShare }: IconShape): string {
  const inset = Number((32 * (1 - markShare)).toFixed(2));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${corner}" fill="${ink}"/><g color="${lime}" transform="translate(${inset} ${inset}) scale(${markShare})">${markShapes}</g></svg>\n`;
}

function iconPicture(file: string, size: number, shape: IconShape): Picture {
  return {
    file,
    width: size,
    height: size,
    scale: 1,
    body: drawIcon(shape),
    style: 'svg { width: 100%; height: 100%; }',
  };
}

export const iconSvg = () => drawIcon(rounded);

export const faviconPicture = () => iconPicture('favicon.ico', 32, rounded);

export function iconPictures(): Picture[] {
  return [
    iconPicture('icone-180.png', 180, fullBleed),
    iconPicture('icone-192.png', 192, rounded),
    iconPicture('icone-512.png', 512, rounded),
    iconPicture('icone-maskable-512.png', 512, maskable),
  ];
}

/** A one-image `.ico`: a 6-byte header, a 16-byte entry, then the PNG as it is. */
export function wrapInIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
