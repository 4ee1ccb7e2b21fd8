import type { LiveTable } from '@funil/contract/console/status';
import type { Connection } from './connection.ts';

/** What the tabs of one browser say to each other: one of them, the leader, holds the server's stream. */
export type Word =
  /** A tab that has just come asks how things stand. */
  | { readonly is: 'asked' }
  /** The leader's stream stands; another `stream` than before means that something may have been missed. */
  | { readonly is: 'standing'; readonly stream: string; readonly build: string }
  /** The leader has no stream now. */
  | { readonly is: 'gap'; readonly connection: Connection }
  /** The leader's stream gives a sign of life. */
  | { readonly is: 'sign' }
  | { readonly is: 'rows'; readonly tables: readonly LiveTable[] };
