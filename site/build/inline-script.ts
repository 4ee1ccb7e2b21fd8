import { build, type Plugin } from 'vite';

const INLINE_SCRIPT_SUFFIX = '?inline-script';

async function bundle(scriptFile: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: scriptFile, output: { format: 'iife' } },
    },
  });
  const output = [result].flat()[0];
  if (!output || !('output' in output)) throw new Error(`${scriptFile}: nothing was bundled`);
  return output.output[0].code.trim();
}

/** Lets `import code from './x.ts?inline-script'` return the bundled script as text. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(INLINE_SCRIPT_SUFFIX)) return null;
      const file = await this.resolve(source.slice(0, -INLINE_SCRIPT_SUFFIX.length), importer);
      return file && `\0${file.id}${INLINE_SCRIPT_SUFFIX}.js`;
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(`${INLINE_SCRIPT_SUFFIX}.js`)) return null;
      const scriptFile = id.slice(1, -`${INLINE_SCRIPT_SUFFIX}.js`.length);
      this.addWatchFile(scriptFile);
      return `export default ${JSON.stringify(await bundle(scriptFile))};`;
    },
  };
}
