import { lazy } from 'react';

/** React does not export this type: a component with any properties. */
type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** If an import fails offline, waits until the browser is online and imports again. */
async function importOnline<Module>(importer: () => Promise<Module>): Promise<Module> {
  try {
    return await importer();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return importer();
  }
}

/** Loads a component's code when the component is first drawn. @param name export of the module */
export const lazyPart = <
  const Name extends string,
  Module extends Readonly<Record<Name, Component>>,
>(
  importer: () => Promise<Module>,
  name: Name,
) => lazy(async () => ({ default: (await importOnline(importer))[name] }));
