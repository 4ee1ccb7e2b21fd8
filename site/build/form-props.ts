import { findContentFolder } from '@funil/content/folder';
import { loadContent } from '@funil/content/load';
import type { Plugin } from 'vite';

/** What each form is given, as a module's text. */
const MODULES: Readonly<Record<string, () => unknown>> = {
  'virtual:form-error': () => {
    const { title, formDescription, retry } = loadContent().notFound.error;
    return { title, formDescription, retry };
  },
  'virtual:lead-props': () => {
    const { site, leadDialog } = loadContent();
    return { content: leadDialog, checkout: site.checkout, ...shared(site.page.toastRegion) };
  },
  'virtual:application-props': () => {
    const { site, applicationModal } = loadContent();
    if (!applicationModal) return null;
    return {
      content: applicationModal,
      ...shared(`${site.page.toastRegion}, ${applicationModal.label}`),
    };
  },
};

function shared(regionLabel: string) {
  const { site } = loadContent();
  return { autoSave: site.autoSave, regionLabel, closeToastLabel: site.page.closeToast };
}

/**
 * The forms' texts as modules: they arrive with their code, when the page is idle, and not with the document,
 * which shows them already.
 */
export function formProps(): Plugin {
  const folder = findContentFolder();
  const resolved = Object.keys(MODULES).map((id) => `\0${id}`);
  return {
    name: 'form-props',
    resolveId: (source) => (source in MODULES ? `\0${source}` : null),
    load(id) {
      const read = MODULES[id.slice(1)];
      return read && id.startsWith('\0') ? `export default ${JSON.stringify(read())};` : null;
    },
    configureServer({ watcher, moduleGraph }) {
      watcher.add(folder);
      watcher.on('change', (file) => {
        if (!file.startsWith(folder)) return;
        // The page is then loaded anew by watch-content.ts.
        const modules = resolved.flatMap((id) => moduleGraph.getModuleById(id) ?? []);
        for (const module of modules) moduleGraph.invalidateModule(module);
      });
    },
  };
}
