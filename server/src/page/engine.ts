import type { PageEngine } from '@funil/contract/page-engine';

/** The page's engine in another process. */
export type AsyncPageEngine = {
  readonly [Name in keyof PageEngine]: (
    ...args: Parameters<PageEngine[Name]>
  ) => Promise<Awaited<ReturnType<PageEngine[Name]>>>;
};
