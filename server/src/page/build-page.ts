import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { capitalize } from '@funil/contract/characters';
import { fillSeats, SEATS_ATTRIBUTE } from '@funil/contract/site/seats';
import * as z from 'zod/mini';

const REPOSITORY_FOLDER = join(import.meta.dirname, '../../..');
const PUBLISH_SCRIPT = join(REPOSITORY_FOLDER, 'scripts', 'publish.ts');
const BUILDER_FOLDER = join(REPOSITORY_FOLDER, 'node_modules', 'astro');

const failureSchema = z.object({
  reason: z.string(),
  problems: z.optional(
    z.array(z.object({ sentence: z.string(), editorSentence: z.optional(z.string()) })),
  ),
});

export interface BuildOptions {
  readonly siteDir: string;
  readonly listenAddress: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function explainNoBuild({ siteDir, env }: Omit<BuildOptions, 'listenAddress'>) {
  if (env.PUBLIC_SUPABASE_URL) {
    return 'A página está em outro lugar e grava direto no Supabase: publica-se onde ela é construída.';
  }
  if (!existsSync(PUBLISH_SCRIPT) || !existsSync(BUILDER_FOLDER)) {
    return 'Este servidor só serve a página: ela é construída em outro lugar.';
  }
  try {
    accessSync(dirname(siteDir), constants.W_OK);
    return null;
  } catch {
    return `Este servidor não pode gravar em ${dirname(siteDir)}: a página é construída em outro lugar.`;
  }
}

export async function buildSite(
  { env, siteDir }: BuildOptions,
  folder: string,
): Promise<string | null> {
  const child = spawn(process.execPath, [PUBLISH_SCRIPT, '--json'], {
    cwd: REPOSITORY_FOLDER,
    env: { ...env, CONTENT_DIR: folder, SITE_DIR: siteDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  return code === 0 ? null : explainBuildFailure(output);
}

function explainBuildFailure(output: string): string {
  try {
    const { reason, problems } = failureSchema.parse(JSON.parse(output));
    if (problems === undefined) return reason;
    return listSentences(
      problems.map(({ sentence, editorSentence = sentence }) => capitalize(editorSentence)),
    );
  } catch {
    return 'A página não pôde ser gerada. Tente de novo; se falhar outra vez, veja a Situação.';
  }
}

export const listSentences = (sentences: readonly string[]) =>
  sentences.map((sentence) => `- ${sentence}`).join('\n');

const MAX_SERVED_CHECKS = 20;
const SERVED_CHECK_INTERVAL_MS = 500;
const SERVED_CHECK_TIMEOUT_MS = 5_000;

function readSeats(page: string): number | null {
  const [, seats = ''] = new RegExp(`${SEATS_ATTRIBUTE}="(\\d*)"`).exec(page) ?? [];
  return seats === '' ? null : Number(seats);
}

/** The server reads a new build within two seconds. */
export async function isServed({ listenAddress, siteDir }: BuildOptions): Promise<boolean> {
  if (listenAddress === null) return false;
  for (let attempt = 0; attempt < MAX_SERVED_CHECKS; attempt += 1) {
    try {
      const built = readFileSync(join(siteDir, 'index.html'), 'utf8');
      const response = await fetch(listenAddress, {
        signal: AbortSignal.timeout(SERVED_CHECK_TIMEOUT_MS),
      });
      const served = await response.text();
      if (served === fillSeats(built, readSeats(served))) return true;
    } catch {
      return false;
    }
    await pause(SERVED_CHECK_INTERVAL_MS);
  }
  return false;
}
