import { lazy } from 'react';

/** A component with any properties, as React's types name it. */
type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** Returns a component whose code loads when it is drawn first. @param name the export that is the component */
export const lazyPart = <
  const Name extends string,
  Module extends Readonly<Record<Name, Component>>,
>(
  importer: () => Promise<Module>,
  name: Name,
) => lazy(async () => ({ default: (await importer())[name] }));
