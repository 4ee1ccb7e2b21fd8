import { afterAll, test } from 'vitest';
import { walkEverywhere } from './walk-everywhere.ts';
import { startWebKit } from './webkit.ts';

const engine = startWebKit();
afterAll(() => engine[Symbol.asyncDispose]());

walkEverywhere(engine, test);
