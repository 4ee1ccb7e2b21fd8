// Compiles the server's code into NODE_COMPILE_CACHE without running it. Otherwise every thread of a first start loads
// a TypeScript compiler of about 14 MB, and keeps it.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Linking compiles a file's modules, and fails at the last import, so that none of them runs. */
async function compile(file: string): Promise<void> {
  const { href } = pathToFileURL(join(import.meta.dirname, file));
  const program = `import ${JSON.stringify(href)}; import { nothing } from 'node:path';`;
  await import(`data:text/javascript,${encodeURIComponent(program)}`).catch(() => {
    // Linking always fails.
  });
}

const sourceFiles = globSync('**/*.ts', { cwd: import.meta.dirname });
await Promise.all(sourceFiles.filter((file) => !file.endsWith('.test.ts')).map(compile));
