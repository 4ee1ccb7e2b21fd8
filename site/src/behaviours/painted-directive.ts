import type { ClientDirective } from 'astro';
import { afterFirstPaint } from './timing.ts';

/** `client:painted` in `npm run dev`. The built page has hydrate-islands.ts instead. */
const painted: ClientDirective = (load) => {
  afterFirstPaint(async () => (await load())());
};

export default painted;
