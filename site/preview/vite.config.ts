import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { subsetFonts } from '../build/subset-fonts.ts';

const FORM_PROPS = fileURLToPath(new URL('./form-props.ts', import.meta.url));

/** The modules that the page's build fills with the texts of the content; here they change with each draft. */
const MODULES: Readonly<Record<string, string>> = {
  'virtual:lead-props': 'leadProps',
  'virtual:application-props': 'applicationProps',
  'virtual:form-error': 'formErrorProps',
};

const draftModules: Plugin = {
  name: 'draft-modules',
  resolveId: (source) => (source in MODULES ? `\0${source}` : null),
  load: (id) => {
    const name = MODULES[id.slice(1)];
    return id.startsWith('\0') && name
      ? `export { ${name} as default } from ${JSON.stringify(FORM_PROPS)};`
      : null;
  },
};

await subsetFonts(new URL('../src/layout/fonts/', import.meta.url), undefined);

/** Bundles content and sections for the server's preview of a draft. */
export default defineConfig({
  root: import.meta.dirname,
  envDir: false,
  plugins: [react(), tailwindcss(), draftModules],
  build: {
    ssr: 'engine.ts',
    target: 'node20',
    // Fonts and pictures in the style become part of it.
    assetsInlineLimit: 1_000_000,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  // sharp contains native code.
  ssr: { noExternal: true, external: ['sharp'] },
});
