import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'site', 'dist');
const stamp = join(dist, '.inputs-sha256');

const INPUTS = ['content', 'contract/src', 'site', 'package-lock.json'];
const NOT_INPUTS = new Set(['node_modules', 'dist', '.astro', 'fonts']);

function filesBelow(path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries
    .filter(({ name }) => !NOT_INPUTS.has(name))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? filesBelow(child) : [child];
    });
}

/** A fingerprint of everything the built site depends on, the public configuration included. */
function hashInputs(): string {
  const hash = createHash('sha256');
  const files = INPUTS.flatMap((path) => (path.includes('.') ? [path] : filesBelow(path)));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('PUBLIC_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

/** Longest build, in ms: many times what it takes on one slow core. */
const PATIENCE = 15 * 60_000;

function runAstroBuild(): Promise<number | null> {
  const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: join(root, 'site'),
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      if (code !== 0) process.stderr.write(output);
      if (signal)
        process.stderr.write(
          `astro build foi encerrado por ${signal}; o limite é de 15 minutos.\n`,
        );
      resolve(code);
    });
  });
}

/**
 * Builds the site unless nothing it depends on has changed.
 * @throws Error when the build fails; what went wrong has then been printed
 */
export async function buildSite(): Promise<void> {
  const hash = hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  process.stderr.write('Construindo o site…\n');
  if ((await runAstroBuild()) !== 0) throw new Error('O site não pôde ser construído.');
  writeFileSync(stamp, hash);
}
