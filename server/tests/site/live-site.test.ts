import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import {
  makeDatabase,
  makeFolder,
  makeSiteInfo,
  startApp,
  writeSite,
} from '../../../testkit/start-app.ts';
import { writePublishFailure } from '../../src/site/publish-failure.ts';

const policy = (text: string) => makeSiteInfo({ policy: text });

/** Replaces the served site, as a publication does. */
function publish(folder: string, files: Record<string, string>) {
  writeSite(join(folder, 'next'), files);
  renameSync(join(folder, 'site'), join(folder, 'previous'));
  renameSync(join(folder, 'next'), join(folder, 'site'));
  rmSync(join(folder, 'previous'), { recursive: true });
}

test('serves a new site with its own policy, without a restart', async () => {
  using folder = makeFolder();
  const site = { 'index.html': 'antes', 'site.json': policy("default-src 'none'") };
  writeSite(join(folder.path, 'site'), site);
  await using app = await startApp({ env: { SITE_DIR: join(folder.path, 'site') } });
  expect(await (await fetch(app.address)).text()).toBe('antes');

  publish(folder.path, { 'index.html': 'depois', 'site.json': policy("default-src 'self'") });
  await expect.poll(async () => (await fetch(app.address)).text()).toBe('depois');
  const { headers } = await fetch(app.address);
  expect(headers.get('content-security-policy')).toBe("default-src 'self'");
});

test('keeps serving the previous site when the folder is missing or incomplete', async () => {
  using folder = makeFolder();
  writeSite(join(folder.path, 'site'), { 'index.html': 'antes' });
  await using app = await startApp({ env: { SITE_DIR: join(folder.path, 'site') } });
  publish(folder.path, { 'robots.txt': 'x' });
  writeSite(folder.path, { 'site/site.json': '{' });
  publish(folder.path, { 'index.html': 'antes', 'site.json': '{' });
  await expect.poll(() => app.log.join('')).toContain('cannot be read');
  expect(await (await fetch(app.address)).text()).toBe('antes');
  publish(folder.path, { 'index.html': 'depois' });
  await expect.poll(() => app.log.join('')).toContain('no longer: the site cannot be read');
  rmSync(join(folder.path, 'site'), { recursive: true });
  expect(await (await fetch(app.address)).text()).toBe('depois');
});

const FAILURE = {
  at: '2026-03-01T12:00:00.000Z',
  reason: 'O conteúdo tem 1 problema:\n- content/offer.yaml, linha 3: falta o preço.',
};

test('stays ready after a failed publication, and tells strangers nothing of it', async () => {
  await using app = await startApp({ site: { 'index.html': 'x' } });
  writePublishFailure(app.siteDir, FAILURE);
  await expect.poll(() => app.log.join('')).toContain('content/offer.yaml, linha 3');
  const response = await fetch(`${app.address}/readyz`);
  expect(`${response.status} ${await response.text()}`).toBe('200 ready\n');
  expect((await fetch(`${app.address}/.publish-failure.json`)).status).toBe(404);
});

test('reports a failed publication in a command’s first line', async () => {
  using folder = makeFolder();
  const site = join(folder.path, 'site');
  writeSite(site, { 'index.html': 'x' });
  writePublishFailure(site, FAILURE);
  const env = { DATA_DIR: join(folder.path, 'data'), SITE_DIR: site };
  makeDatabase(env.DATA_DIR);
  const { stdout, stderr } = await callCommand('leads', [], env);
  expect(stderr.split('\n')[0]).toMatch(/^A última publicação falhou .*falta o preço/);
  expect(stdout).not.toContain('publicação');
});
