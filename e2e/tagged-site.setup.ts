import { test } from '@playwright/test';
import { buildTaggedSite } from './tagged-site.ts';

test('the page is built with Google, Meta and a checkout platform configured', async () => {
  test.setTimeout(180_000);
  await buildTaggedSite();
});
