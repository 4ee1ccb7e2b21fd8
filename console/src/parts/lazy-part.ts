import { lazy } from 'react';

/** React's type of a component with any properties, which has no exported name. */
type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** Returns the result of an import; one that fails without internet runs again when the internet is back. */
async function importOnline<Module>(importer: () => Promise<Module>): Promise<Module> {
  try {
    return await importer();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return importer();
  }
}

/** Returns a component whose code loads when it is first drawn. @param name the export that is the component */
export const lazyPart = <
  const Name extends string,
  Module extends Readonly<Record<Name, Component>>,
>(
  importer: () => Promise<Module>,
  name: Name,
) => lazy(async () => ({ default: (await importOnline(importer))[name] }));
