import { findContentFolder } from '@funil/content/folder';
import { loadContent } from '@funil/content/load';
import type { Plugin } from 'vite';

const ID = 'virtual:application-texts';
const RESOLVED = `\0${ID}`;

/**
 * The application's texts as a module: they arrive with its code, when the page is idle, and not with the
 * document, of which they would be a thirtieth.
 */
export function applicationTexts(): Plugin {
  const folder = findContentFolder();
  return {
    name: 'application-texts',
    resolveId: (source) => (source === ID ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      return `export default ${JSON.stringify(loadContent().applicationModal ?? null)};`;
    },
    configureServer({ watcher, moduleGraph, ws }) {
      watcher.add(folder);
      watcher.on('change', (file) => {
        const module = moduleGraph.getModuleById(RESOLVED);
        if (!module || !file.startsWith(folder)) return;
        moduleGraph.invalidateModule(module);
        ws.send({ type: 'full-reload' });
      });
    },
  };
}
