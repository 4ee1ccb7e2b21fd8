import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

test('names a browser and its system', () => {
  expect(
    describeDevice(
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    ),
  ).toBe('Chrome no Android');
  expect(
    describeDevice(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari no iPhone');
});

test('describes an unknown program as another device', () => {
  expect(describeDevice('curl/8.5.0')).toBe('Outro aparelho');
});
