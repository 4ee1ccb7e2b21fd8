import type { SiteInfo } from '@funil/contract/site/site-info';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import type { Finding } from './finding.ts';

/** The state of a connection to an outside service. */
export interface ConnectionHealth {
  /** The connection's id in `CONNECTIONS`, or a webhook's destination: `webhook:<id>`. */
  readonly id: string;
  /** Whether the connection is configured and in use. */
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
  /** The environment, with the stored settings that it does not set. */
  readonly env: Environment;
  readonly site: SiteInfo | null;
  /** The time in ms since 1970. */
  readonly now: number;
}
