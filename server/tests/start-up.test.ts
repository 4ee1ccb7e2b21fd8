import { expect, test } from 'vitest';
import { makeFolder } from '../../testkit/start-app.ts';
import { startServer } from '../../testkit/start-process.ts';

/** Has a process say which of npm's packages its main thread loads. */
const TELL_PACKAGES = `--import data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    registerHooks({
      load(url, context, load) {
        const name = url.split('/node_modules/')[1]?.split('/')[0];
        if (name) process.stderr.write('loads ' + name + '\\n');
        return load(url, context);
      },
    });
  }
`)}`;

test('what builds queries and tells the outside is loaded by the threads that do, and holds up no start', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path, NODE_OPTIONS: TELL_PACKAGES });
  await server.stop('SIGTERM');
  const lines = server.output.stderr.split('\n');
  expect(lines).toContain('loads fastify');
  for (const name of ['kysely', 'standardwebhooks', 'pg'])
    expect(lines).not.toContain(`loads ${name}`);
});
