import type { Config } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import type { ReportError } from '../store/report-error.ts';
import type { SealedSetting } from '../store/settings-tables.ts';
import { resolveSettings } from './resolve-settings.ts';

/** Interval of reading the stored settings, which another process may change at any time. */
const POLL_INTERVAL_MS = 500;

interface FollowDependencies {
  /** The process's environment variables. */
  readonly env: Environment;
  /** The configuration until stored settings are read. */
  readonly config: Config;
  /** Names of the stored settings that this configuration could not use; null: no setting was read. */
  readonly unusable: readonly string[] | null;
  /** Reads the stored settings by name; null while the database does not answer. */
  readonly read: () => Promise<readonly SealedSetting[] | null>;
  /** Called after the configuration changed. */
  readonly onChange?: (config: Config) => void;
  readonly reportError: ReportError;
}

/** The settings in effect, which follow the database. */
export type FollowedSettings = ReturnType<typeof followSettings>;

/** Keeps the configuration up to date with the stored settings of all replicas until it is stopped. */
export function followSettings(deps: FollowDependencies) {
  let { config, unusable } = deps;
  let appliedRows = unusable === null ? '' : '[]';
  let reading: Promise<void> | null = null;

  async function applyStoredSettings() {
    const rows = await deps.read().catch(() => null);
    const json = JSON.stringify(rows);
    // The last settings stay in effect while the database does not answer.
    if (rows === null || json === appliedRows) return;
    appliedRows = json;
    const resolved = resolveSettings(deps.env, rows);
    unusable = resolved.ok ? resolved.unusable : [resolved.variable];
    if (unusable.length > 0) {
      const error = new Error('sealed with another key, or not valid');
      deps.reportError(`stored settings cannot be used: ${unusable.join(', ')}`, error);
    }
    if (!resolved.ok || JSON.stringify(resolved.config) === JSON.stringify(config)) return;
    config = resolved.config;
    deps.onChange?.(config);
  }

  function poll(): Promise<void> {
    reading ??= applyStoredSettings().finally(() => {
      reading = null;
    });
    return reading;
  }

  const timer = setInterval(() => void poll(), POLL_INTERVAL_MS).unref();
  return {
    get config() {
      return config;
    },
    /** Names of stored settings that cannot be opened, or that the configuration refuses; null: none is read yet. */
    get unusable() {
      return unusable;
    },
    /** Reads the stored settings now. */
    async refresh() {
      // A read in progress may have begun before the change.
      await reading;
      await poll();
    },
    stop: () => clearInterval(timer),
  };
}
