import { expect, test } from 'vitest';
import { describeSmallCrop } from './describe-small-crop.ts';

test('advises a larger picture when the crop has fewer pixels than its place', () => {
  expect(describeSmallCrop({ width: 600, height: 315 }, [1200, 630])).toBe(
    'O recorte tem 600 × 315 pixels. Com 1200 × 630 ou mais, a imagem aparece grande e nítida.',
  );
});

test.each([
  [{ width: 1200, height: 630 }, [1200, 630]],
  [{ width: 96, height: 96 }, [1, 1]],
  [{ width: 96, height: 50 }, null],
  [null, [1200, 630]],
] as const)('advises nothing for the crop %j in the place %j', (crop, shape) => {
  expect(describeSmallCrop(crop, shape)).toBeNull();
});
