import type { PictureCrop } from '@funil/contract/page/page-engine';

/** Null if the crop is large enough for its place, or if the shape is only a ratio, such as 1 × 1. */
export function describeSmallCrop(
  crop: Pick<PictureCrop, 'width' | 'height'> | null,
  shape: readonly [width: number, height: number] | null,
): string | null {
  if (crop === null || shape === null || crop.width >= shape[0]) return null;
  return `O recorte tem ${crop.width} × ${crop.height} pixels. Com ${shape[0]} × ${shape[1]} ou mais, a imagem aparece grande e nítida.`;
}
