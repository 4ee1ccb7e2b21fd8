// Runs page and server for development; both reload changed files. The page's server forwards the capture API
// (`server.proxy` in site/astro.config.ts).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { checkContentAndPictures } from '../content/load/check.ts';
import { ContentError } from '../content/load/content-error.ts';
import { resolveContentFolder } from '../server/src/config/content-folder.ts';
import { root } from './build-part.ts';
import { tryAddress } from './try-address.ts';

const host = process.env.HOST?.trim() || '127.0.0.1';
const port = Number(process.env.PORT?.trim() || 3000);

/** Prints errors after each change until the content is valid. */
async function waitForContent(folder: string): Promise<void> {
  for (;;) {
    const error: unknown = await checkContentAndPictures(folder).catch((reason: unknown) => reason);
    if (error === undefined) return;
    if (!(error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\nEspero que você conserte em ${folder}…\n`);
    const watcher = watch(folder, { recursive: true });
    await once(watcher, 'change');
    watcher.close();
  }
}

await tryAddress({ host, port }).catch(() => {
  process.stderr.write(
    `A porta ${port} está ocupada: escolha outra, como em PORT=4000 npm run dev\n`,
  );
  process.exit(1);
});
const apiPort = String(await tryAddress({ host, port: 0 }));

// CONTENT_DIR is relative to the project's root, but the page's server runs in another folder.
process.chdir(root);
const contentFolder = resolveContentFolder(process.env);
await waitForContent(contentFolder);

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', join(root, 'server/src/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: apiPort,
      CONSOLE_PORT: process.env.CONSOLE_PORT ?? '0',
      // Empty values, so that the server reads neither `.env` nor the production database.
      ENV_FILE: '',
      DATABASE_URL: '',
      DATA_DIR: join(root, 'data', 'dev'),
    },
    stdio: ['inherit', 'ignore', 'inherit'],
  }),
  spawn(
    process.execPath,
    [
      join(root, 'node_modules/astro/bin/astro.mjs'),
      'dev',
      // A killed server leaves its lock, whose process id may be another program's by now.
      '--ignore-lock',
      '--host',
      host,
      '--port',
      String(port),
    ],
    {
      cwd: join(root, 'site'),
      env: {
        ...process.env,
        ASTRO_TELEMETRY_DISABLED: '1',
        CONTENT_DIR: contentFolder,
        CAPTURE_API: `http://127.0.0.1:${apiPort}`,
      },
      stdio: 'inherit',
    },
  ),
];
process.stdout.write(
  `Página em http://${host}:${port} (muda com os arquivos); leads de teste em data/dev\n`,
);

function stopChildren(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopChildren);
for (const child of children) child.on('exit', stopChildren);
