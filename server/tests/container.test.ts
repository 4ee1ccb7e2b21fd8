import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuthClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { findPort } from '../../testkit/find-port.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import { totpCode } from '../../testkit/totp.ts';
import { addApp, ask, OPERATOR, postInvite } from './console/start-console.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Debian with Node 24, npm and the user `node`; this test does not download the image. */
const BASE = process.env.FUNIL_BASE_IMAGE ?? 'docker.io/library/node:24-slim';
const NODE_USER_ID = 1000;
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };

const buildah = (...args: string[]) =>
  execFileSync('buildah', args, { cwd: ROOT, env, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Returns why the image cannot be built on this machine; null: it can. */
function explainMissingTools(): string | null {
  if (process.getuid?.() !== 0) return 'only root may mount the image as a container does';
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah is not installed';
  const base = spawnSync('buildah', ['inspect', '--type', 'image', BASE]);
  return base.status === 0 ? null : `the image ${BASE} is not on this machine`;
}

/** Builds the image, and mounts it until it goes out of scope. */
function buildImage() {
  const tag = `localhost/funil-test-${process.pid}`;
  const args = ['--layers=false', '--network=host', '--build-arg', `BASE=${BASE}`, '-t', tag, '.'];
  buildah('build', ...args);
  const container = buildah('from', tag);
  return {
    folder: buildah('mount', container),
    [Symbol.dispose]() {
      buildah('rm', container);
      buildah('rmi', tag);
    },
  };
}

/** By compose.yaml, the container may write to its volume and these in-memory folders only. */
const COMPOSE = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
const MEMORY_FOLDERS = /^ {4}tmpfs: \[(.+)\]$/m.exec(COMPOSE)?.[1]?.split(', ') ?? [];
const RUN_SCRIPT = `
  mount --bind "$IMAGE" "$IMAGE" && mount -o remount,bind,ro "$IMAGE"
  mount --rbind /proc "$IMAGE/proc" && mount --rbind /dev "$IMAGE/dev"
  mount --bind "$VOLUME" "$IMAGE/data"
  for folder in $MEMORY; do mount -t tmpfs -o mode=1777 tmpfs "$IMAGE$folder"; done
  exec chroot --userspec=${NODE_USER_ID}:${NODE_USER_ID} "$IMAGE" /usr/bin/env -C /app "$@"`;

/** Starts the image's command. */
async function startContainer(image: string, volume: string) {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const command: string[] = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]');
  const settings = /^ENV (.+)$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
  const [port, consolePort] = [await findPort(), await findPort()];
  const own = [`PORT=${port}`, `CONSOLE_PORT=${consolePort}`, 'PATH=/usr/local/bin:/usr/bin:/bin'];
  const envArgs = ['-i', ...settings, ...own, ...command];
  const child = spawn(
    'unshare',
    ['-m', '--propagation', 'private', 'bash', '-c', RUN_SCRIPT, 'run', ...envArgs],
    {
      env: { ...env, IMAGE: image, VOLUME: volume, MEMORY: MEMORY_FOLDERS.join(' ') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'close');
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output.text += text;
    });
  }
  const link = /primeiro-acesso#(\S+)/;
  await expect.poll(() => output.text, { timeout: 600_000 }).toMatch(/Painel em /);
  return {
    page: `http://127.0.0.1:${port}/`,
    console: `http://127.0.0.1:${consolePort}`,
    output,
    link: async () => {
      await expect.poll(() => output.text).toMatch(link);
      return link.exec(output.text)?.[1] ?? '';
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Accepts the first invitation, and signs in with both factors. Returns the token. */
async function signIn(address: string, link: string): Promise<string> {
  await postInvite(address, { ...OPERATOR, token: link });
  const client = new AuthClient({ url: `${address}/auth/v1`, persistSession: false });
  await client.signInWithPassword(OPERATOR);
  const { factorId, secret } = await addApp(client, 'celular');
  await client.mfa.challengeAndVerify({ factorId, code: totpCode(secret) });
  const { data } = await client.getSession();
  await client.stopAutoRefresh();
  return data.session?.access_token ?? '';
}

/** Changes the first screen's title in the console, and publishes it. */
async function publishTitle(address: string, token: string, title: string) {
  const callConsole = async (method: string, path: string, body?: unknown) => {
    const response = await ask(`${address}/console/v1/page${path}`, { method, token, body });
    return response.json();
  };
  const { draft, publish_obstacle } = await callConsole('GET', '');
  expect(publish_obstacle).toBeNull();
  const { value } = draft.files.find(({ key }: { key: string }) => key === 'hero');
  await callConsole('PATCH', '/draft/hero', { path: ['title'], before: value.title, value: title });
  const { draft: reviewed, warnings: confirmed } = await callConsole('GET', '/review');
  await callConsole('POST', '/publish', { draft: reviewed, confirmed });
  await expect
    .poll(async () => callConsole('GET', '/publication'), { timeout: 600_000, interval: 500 })
    .toMatchObject({ state: 'done' });
}

test('builds the image, edits and publishes in it on a read-only root, and starts again without a build', {}, async () => {
  const reason = explainMissingTools();
  if (reason !== null) {
    process.stderr.write(`The container image was not tried: ${reason}.\n`);
    return;
  }
  using folder = makeFolder();
  const volume = join(folder.path, 'data');
  mkdirSync(volume);
  chownSync(volume, NODE_USER_ID, NODE_USER_ID);
  chownSync(folder.path, NODE_USER_ID, NODE_USER_ID);
  using image = buildImage();
  {
    await using first = await startContainer(image.folder, volume);
    expect((await fetch(first.page)).status).toBe(200);
    const token = await signIn(first.console, await first.link());
    await publishTitle(first.console, token, 'Publicado no contêiner');
    await expect
      .poll(async () => (await fetch(first.page)).text())
      .toContain('Publicado no contêiner');
  }
  await using again = await startContainer(image.folder, volume);
  expect(await (await fetch(again.page)).text()).toContain('Publicado no contêiner');
  expect(again.output.text).not.toContain('Gerando');
});
