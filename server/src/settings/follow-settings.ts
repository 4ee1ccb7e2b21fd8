import type { Config } from '../config/config.ts';
import type { EnvVariables } from '../config/variables.ts';
import { type CaptureReader, schemaPrefixOf } from '../store/capture/capture-store.ts';
import type { ReportError } from '../store/health/report-error.ts';
import type { SealedSetting } from '../store/settings-tables.ts';
import { resolveSettings } from './resolve-settings.ts';

const SETTINGS_POLL_INTERVAL_MS = 500;

interface FollowDependencies {
  readonly env: EnvVariables;
  /** The configuration until stored settings are read. */
  readonly config: Config;
  /** Stored settings that this configuration could not use; null: none was read. */
  readonly unusable: readonly string[] | null;
  /** Null while the database does not answer. */
  readonly read: () => Promise<readonly SealedSetting[] | null>;
  readonly onChange?: (config: Config) => void;
  readonly reportError: ReportError;
}

export const readSealedSettings = ({ dialect, read }: CaptureReader) =>
  read(
    `select name, sealed from ${schemaPrefixOf(dialect)}stored_settings order by name`,
  ) as Promise<readonly SealedSetting[] | null>;

export type FollowedSettings = ReturnType<typeof followSettings>;

export function followSettings(deps: FollowDependencies) {
  let { config, unusable } = deps;
  let appliedJson = unusable === null ? '' : '[]';
  let runningRead: Promise<void> | null = null;

  async function applyStoredSettings() {
    const rows = await deps.read().catch(() => null);
    const json = JSON.stringify(rows);
    if (rows === null || json === appliedJson) return;
    appliedJson = json;
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
    runningRead ??= applyStoredSettings().finally(() => {
      runningRead = null;
    });
    return runningRead;
  }

  const timer = setInterval(() => void poll(), SETTINGS_POLL_INTERVAL_MS).unref();
  return {
    get config() {
      return config;
    },
    /** Null until stored settings are read. */
    get unusable() {
      return unusable;
    },
    async refresh() {
      // A read in progress ends first, because it may have begun before the change.
      await runningRead;
      await poll();
    },
    stop: () => clearInterval(timer),
  };
}
