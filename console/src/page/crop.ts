import type { Crop } from './queries.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture lies behind the frame of its shape. */
export interface Framing {
  /** 1: as much of the picture as the shape can hold. */
  readonly zoom: number;
  /** The frame's center, in parts of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

export const MAX_ZOOM = 8;
export const CENTERED: Framing = { zoom: 1, x: 0.5, y: 0.5 };

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Returns the frame's size in pixels of the picture. @param shape its width by its height */
function frameSize({ width, height }: Size, shape: number, zoom: number): Size {
  const widest = Math.min(width, height * shape);
  return { width: widest / zoom, height: widest / shape / zoom };
}

/** Returns a framing whose frame lies inside the picture. */
export function keepInside(picture: Size, shape: number, framing: Framing): Framing {
  const zoom = clamp(framing.zoom, 1, MAX_ZOOM);
  const frame = frameSize(picture, shape, zoom);
  const marginX = frame.width / picture.width / 2;
  const marginY = frame.height / picture.height / 2;
  return {
    zoom,
    x: clamp(framing.x, marginX, 1 - marginX),
    y: clamp(framing.y, marginY, 1 - marginY),
  };
}

/** Returns what the frame shows, in whole pixels of the picture. */
export function toCrop(picture: Size, shape: number, { zoom, x, y }: Framing): Crop {
  const frame = frameSize(picture, shape, zoom);
  const width = Math.min(picture.width, Math.round(frame.width));
  const height = Math.min(picture.height, Math.round(frame.height));
  return {
    left: clamp(Math.round(x * picture.width - frame.width / 2), 0, picture.width - width),
    top: clamp(Math.round(y * picture.height - frame.height / 2), 0, picture.height - height),
    width,
    height,
  };
}

/** Returns the picture's size and place in percent of the frame. */
export function toPercent(picture: Size, shape: number, { zoom, x, y }: Framing) {
  const frame = frameSize(picture, shape, zoom);
  const width = (picture.width / frame.width) * 100;
  const height = (picture.height / frame.height) * 100;
  return {
    width: `${width}%`,
    height: `${height}%`,
    left: `${50 - x * width}%`,
    top: `${50 - y * height}%`,
  };
}
