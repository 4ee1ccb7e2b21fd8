import type { ClientDirective } from 'astro';
import { afterFirstPaint } from './after-first-paint.ts';
import { whenIdle } from './when-idle.ts';

/** `client:calm`: hydrates an island when the first paint is done and the page is idle. */
const calm: ClientDirective = (load) => {
  const hydrate = async () => (await load())();
  afterFirstPaint(() => whenIdle(hydrate, 2000, 200));
};

export default calm;
