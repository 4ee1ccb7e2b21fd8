import { afterAll, test } from 'vitest';
import { startFirefox } from './firefox.ts';
import { walkEverywhere } from './walk-everywhere.ts';

const engine = startFirefox();
afterAll(() => engine[Symbol.asyncDispose]());

walkEverywhere(engine, test);
