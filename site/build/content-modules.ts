import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkContent } from '@funil/content/check';
import { findContentFolder } from '@funil/content/folder';
import { loadContent } from '@funil/content/load';
import { pictureNames } from '@funil/content/pictures';
import sharp from 'sharp';
import type { ErrorPayload, Plugin, ViteDevServer } from 'vite';

const PIXELS = /\.(png|jpe?g|webp|avif)$/;
/** Editors write a file in several steps. */
const SETTLED_MS = 50;

/** The icon is made by icons.ts, which needs no original published. */
function usedPictures(): string[] {
  const { site, ...sections } = loadContent();
  const { icon: _, ...brand } = site.brand;
  return [...pictureNames({ ...sections, site: { ...site, brand } })];
}

/**
 * Returns a module of the originals that content names, and only those: an imported original is published, unless
 * the build makes every size of it and then removes the original. Their sizes come along, since code that reads
 * them off the original keeps it published. While developing, of every picture in the folder.
 */
async function writePictures(isServing: boolean): Promise<string> {
  const folder = join(findContentFolder(), 'images');
  const names = isServing ? readdirSync(folder) : usedPictures();
  const files = names.filter((name) => PIXELS.test(name)).sort();
  const imports = files.map(
    (name, index) => `import p${index} from ${JSON.stringify(join(folder, name))};`,
  );
  const entries = files.map(async (name, index) => {
    // As the picture is seen, whichever way the camera was held.
    const { width, height } = (await sharp(join(folder, name)).metadata()).autoOrient;
    return `${JSON.stringify(name)}: { original: p${index}, width: ${width}, height: ${height} }`;
  });
  return `${imports.join('\n')}\nexport default { ${(await Promise.all(entries)).join(', ')} };`;
}

function statusOf(regionLabel: string) {
  const { site } = loadContent();
  return { autoSave: site.autoSave, regionLabel, closeToastLabel: site.page.closeToast };
}

/** What each form is given: it arrives with the form's code, and not with the document, which shows it already. */
const FORM_TEXTS: Readonly<Record<string, () => unknown>> = {
  'virtual:form-error': () => {
    const { title, formDescription, retry } = loadContent().notFound.error;
    return { title, formDescription, retry };
  },
  'virtual:lead-props': () => {
    const { site, leadDialog } = loadContent();
    return {
      content: leadDialog,
      checkout: site.checkout,
      status: statusOf(site.page.toastRegion),
    };
  },
  'virtual:application-props': () => {
    const { site, applicationModal } = loadContent();
    if (!applicationModal) return null;
    return {
      content: applicationModal,
      status: statusOf(`${site.page.toastRegion}, ${applicationModal.label}`),
    };
  },
};
const PICTURES = 'virtual:content-pictures';
const MODULES = [PICTURES, ...Object.keys(FORM_TEXTS)];

/** With the title that Astro's overlay reads. */
const payloadOf = ({ message }: Error): ErrorPayload => {
  const err = { name: 'npm run dev', title: 'A página espera um conserto', message, stack: '' };
  return { type: 'error', err };
};

/** Shows every change of content in the open page, and what is wrong with it over the page. */
function followContent({ watcher, ws, config, moduleGraph }: ViteDevServer): void {
  const folder = findContentFolder();
  let timer: NodeJS.Timeout | undefined;
  let fault: Error | null = null;
  const check = async () => {
    fault = await checkContent().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (fault) config.logger.error(fault.message, { timestamp: true });
    ws.send(fault ? payloadOf(fault) : { type: 'full-reload' });
  };
  watcher.add(folder);
  watcher.on('all', (_, file) => {
    if (!file.startsWith(join(folder, ''))) return;
    for (const id of MODULES) {
      const module = moduleGraph.getModuleById(`\0${id}`);
      if (module) moduleGraph.invalidateModule(module);
    }
    clearTimeout(timer);
    timer = setTimeout(() => void check(), SETTLED_MS);
  });
  ws.on('connection', () => {
    if (fault) ws.send(payloadOf(fault));
  });
}

/** Content as modules of the page: its pictures, and the forms' texts. */
export function contentModules(): Plugin {
  let isServing = false;
  return {
    name: 'content-modules',
    configResolved({ command }) {
      isServing = command === 'serve';
    },
    resolveId: (source) => (MODULES.includes(source) ? `\0${source}` : null),
    load(id) {
      const name = id.startsWith('\0') ? id.slice(1) : '';
      if (name === PICTURES) return writePictures(isServing);
      const read = FORM_TEXTS[name];
      return read ? `export default ${JSON.stringify(read())};` : null;
    },
    configureServer: followContent,
  };
}
