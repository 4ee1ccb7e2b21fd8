import type { SiteInfo } from '@funil/contract/site/site-info';
import type { Config } from '../config/config.ts';
import type { EnvVariables } from '../config/variables.ts';
import type { Finding } from './finding.ts';

export interface ConnectionHealth {
  /** An id in `CONNECTIONS`, or a webhook's destination `webhook:<id>`. */
  readonly id: string;
  /** Whether the connection is configured and in use. */
  readonly isOn: boolean;
  /** When the connection last worked (ISO); null: never, or not for a long time. */
  readonly usedAt: string | null;
  readonly findings: readonly Finding[];
}

export interface ConnectionContext {
  readonly config: Pick<
    Config,
    'store' | 'copies' | 'postbacks' | 'reconcile' | 'spend' | 'mail' | 'conversions'
  >;
  readonly env: EnvVariables;
  readonly site: SiteInfo | null;
  readonly now: number;
}
