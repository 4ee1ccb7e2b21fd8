import { loadAgain } from './load-again.ts';

const runModule = (src: string) =>
  new Promise<unknown>((onload, onerror) => {
    const script = document.createElement('script');
    document.head.append(Object.assign(script, { type: 'module', onload, onerror, src }));
  });

/**
 * Runs the module scripts that the build set aside (build/calm-scripts.ts), the document read. Always by the
 * same address: other modules import them by it, and must not run them twice.
 */
export function runScriptsSetAside(): void {
  const run = () => {
    for (const { dataset } of document.querySelectorAll<HTMLScriptElement>('script[data-src]')) {
      void loadAgain(() => runModule(dataset.src ?? ''));
    }
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
  else run();
}
