import { expect, test } from 'vitest';
import { calmScripts } from './calm-scripts.ts';

test('sets module files aside, and leaves inline scripts alone', () => {
  const html = '<script type="module" src="/_astro/a.js"></script><script>alert(1)</script>';
  expect(calmScripts(html)).toBe(
    '<script type="application/x-after-paint" data-src="/_astro/a.js"></script>' +
      '<script>alert(1)</script>',
  );
});
