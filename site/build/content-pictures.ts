import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findContentFolder } from '@funil/content/folder';
import { loadContent } from '@funil/content/load';
import { pictureNames } from '@funil/content/pictures';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const ID = 'virtual:content-pictures';
const RESOLVED = `\0${ID}`;
const PIXELS = /\.(png|jpe?g|webp|avif)$/;

/** Width and height as the picture is seen, whichever way the camera was held. */
async function sizeOf(file: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(file).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** The icon is made by icons.ts, which needs no original published. */
function usedPictures(): string[] {
  const { site, ...sections } = loadContent();
  const { icon: _, ...brand } = site.brand;
  return [...pictureNames({ ...sections, site: { ...site, brand } })];
}

async function writeModule(images: string, names: string[]): Promise<string> {
  const imports = names.map(
    (name, index) => `import p${index} from ${JSON.stringify(join(images, name))};`,
  );
  const entries = await Promise.all(
    names.map(async (name, index) => {
      const { width, height } = await sizeOf(join(images, name));
      return `${JSON.stringify(name)}: { original: p${index}, width: ${width}, height: ${height} }`;
    }),
  );
  return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`;
}

/**
 * The originals that content names, and only those: what is imported is published, unless the build
 * makes every size of it from the original and then takes the original away. Their sizes come along,
 * since who reads them off the original keeps it published. While developing, every picture there is.
 */
export function contentPictures(): Plugin {
  const images = join(findContentFolder(), 'images');
  let isServing = false;
  return {
    name: 'content-pictures',
    configResolved({ command }) {
      isServing = command === 'serve';
    },
    resolveId: (source) => (source === ID ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      const names = isServing ? readdirSync(images) : usedPictures();
      return writeModule(images, names.filter((name) => PIXELS.test(name)).sort());
    },
    configureServer({ watcher, moduleGraph, ws }) {
      const renew = (file: string) => {
        const module = moduleGraph.getModuleById(RESOLVED);
        if (!module || !file.startsWith(images)) return;
        moduleGraph.invalidateModule(module);
        ws.send({ type: 'full-reload' });
      };
      watcher.add(images);
      watcher.on('add', renew).on('unlink', renew);
    },
  };
}
