/** Runs the module scripts that the build set aside (build/calm-scripts.ts), the document read. */
export function runScriptsSetAside(): void {
  const run = () => {
    for (const { dataset } of document.querySelectorAll<HTMLScriptElement>('script[data-src]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = dataset.src ?? '';
      document.head.append(script);
    }
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
  else run();
}
