import { join } from 'node:path';

/**
 * Where Node keeps what it compiled: servers and commands start in half the processor's time. A process
 * writes it as it ends by itself, not when it is killed.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/funil-tests'),
};
