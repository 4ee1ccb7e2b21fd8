import type { SiteInfo } from '@funil/contract/site/site-info';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import type { Finding } from './finding.ts';

/** Whether a connection to the outside works. */
export interface ConnectionHealth {
  /** The connection's id in `CONNECTIONS`, or a webhook's destination: `webhook:<id>`. */
  readonly id: string;
  /** Whether it is in effect. */
  readonly isOn: boolean;
  /** The time of the last success, ISO in UTC; null: never, or not for a long time. */
  readonly usedAt: string | null;
  readonly findings: readonly Finding[];
}

export interface ConnectionContext {
  /** The settings in effect. */
  readonly config: Pick<
    Config,
    'store' | 'copies' | 'postbacks' | 'reconcile' | 'spend' | 'mail' | 'conversions'
  >;
  /** The environment above the stored settings. */
  readonly env: Environment;
  readonly site: SiteInfo | null;
  /** The time in ms since 1970. */
  readonly now: number;
}
