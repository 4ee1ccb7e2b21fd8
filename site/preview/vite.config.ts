import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { isFormModule } from '../build/form-props.ts';
import { subsetFonts } from '../build/subset-fonts.ts';

const FORM_PROPS = fileURLToPath(new URL('./form-props.ts', import.meta.url));

/** The page's build fills the forms' modules once; a draft changes them. */
const draftModules: Plugin = {
  name: 'draft-modules',
  resolveId: (source) => (isFormModule(source) ? `\0${source}` : null),
  load: (id) =>
    isFormModule(id.slice(1))
      ? `import { draftProps } from ${JSON.stringify(FORM_PROPS)};
         export default draftProps[${JSON.stringify(id.slice(1))}];`
      : null,
};

await subsetFonts(new URL('../src/layout/fonts/', import.meta.url), undefined);

export default defineConfig({
  root: import.meta.dirname,
  envDir: false,
  plugins: [react(), tailwindcss(), draftModules],
  build: {
    ssr: 'engine.ts',
    target: 'node20',
    assetsInlineLimit: 1_000_000,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['sharp'] },
});
