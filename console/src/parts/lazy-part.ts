import { lazy } from 'react';
import { isUnreachable, waitUntilReachable } from '../live/live-state.ts';

/** React does not export this type: a component with any properties. */
type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** If an import fails while the server is unreachable, waits until it is reachable and imports again. */
async function importOnceReachable<Module>(importer: () => Promise<Module>): Promise<Module> {
  try {
    return await importer();
  } catch (error) {
    if (!isUnreachable()) throw error;
    await waitUntilReachable();
    return importOnceReachable(importer);
  }
}

/** Loads a component's code when the component is first drawn. @param name export of the module */
export const lazyPart = <
  const Name extends string,
  Module extends Readonly<Record<Name, Component>>,
>(
  importer: () => Promise<Module>,
  name: Name,
) => lazy(async () => ({ default: (await importOnceReachable(importer))[name] }));
