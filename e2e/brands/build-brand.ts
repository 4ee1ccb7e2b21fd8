import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type BrandName, makeBrand } from './make-brand.ts';

const root = join(import.meta.dirname, '../..');

/** The page of another brand, built from content alone; its folder is away when it goes out of scope. */
export async function buildBrand(name: BrandName) {
  const folder = await makeBrand(name);
  const dist = mkdtempSync(join(tmpdir(), 'funil-brand-dist-'));
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--outDir', dist], {
    cwd: join(root, 'site'),
    env: { ...process.env, CONTENT_DIR: folder, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  expect(code, 'the build’s exit code').toBe(0);
  return {
    dist,
    [Symbol.dispose]: () => {
      rmSync(dist, { recursive: true });
      rmSync(join(folder, '..'), { recursive: true });
    },
  };
}
