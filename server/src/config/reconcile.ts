import {
  RECONCILE_PLATFORMS,
  type ReconcilePlatform,
  SALES_APIS,
  type SalesApiInfo,
} from '@funil/contract/sales/sales-apis';
import { baseUrlOr, credential } from './variables.ts';

type ApiInfo<Platform extends ReconcilePlatform = ReconcilePlatform> =
  (typeof SALES_APIS)[Platform];
type CredentialsOf<Info> = Info extends SalesApiInfo
  ? Info['credentials'][keyof Info['credentials']]
  : never;
type CredentialVariable = CredentialsOf<ApiInfo>['variable'];
type UrlVariable = ApiInfo['urlVariable'];

export type ApiConfig<Platform extends ReconcilePlatform> = {
  readonly [Name in keyof ApiInfo<Platform>['credentials'] | 'apiUrl']: string;
};

const apis = Object.entries(SALES_APIS) as [ReconcilePlatform, SalesApiInfo][];

export const RECONCILE_VARIABLES = Object.fromEntries(
  apis.flatMap(([, { url, urlVariable, credentials }]) => [
    [urlVariable, baseUrlOr(url)],
    ...Object.values(credentials).map(({ variable }) => [variable, credential]),
  ]),
) as Record<CredentialVariable, typeof credential> &
  Record<UrlVariable, ReturnType<typeof baseUrlOr>>;

/** A platform is null if a credential is missing. */
export function readReconcile(values: Record<CredentialVariable | UrlVariable, string | null>) {
  const platforms = apis.map(([platform, { urlVariable, credentials }]) => {
    const settings = Object.entries(credentials).map(([name, { variable }]) => ({
      name,
      variable,
      value: values[variable as CredentialVariable],
    }));
    const missing = settings.filter(({ value }) => value === null).map(({ variable }) => variable);
    const valuesByName = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    const config = { ...valuesByName, apiUrl: values[urlVariable as UrlVariable] };
    return {
      platform,
      missing,
      total: settings.length,
      config: missing.length > 0 ? null : config,
    };
  });
  return {
    ...(Object.fromEntries(platforms.map(({ platform, config }) => [platform, config])) as {
      readonly [Platform in ReconcilePlatform]: ApiConfig<Platform> | null;
    }),
    incomplete: platforms.filter(
      ({ missing, total }) => missing.length > 0 && missing.length < total,
    ),
  };
}

export type ReconcileConfig = Readonly<ReturnType<typeof readReconcile>>;

export const hasReconciliation = (config: ReconcileConfig): boolean =>
  RECONCILE_PLATFORMS.some((name) => config[name] !== null);
