import { test } from '@playwright/test';
import { buildTaggedSite } from './tagged-site.ts';

test('builds the page with Google, Meta and a checkout platform configured, and a text in two versions', async () => {
  test.setTimeout(15 * 60_000);
  await buildTaggedSite();
});
