import { type ReactNode, Suspense } from 'react';
import { ApiError, explain, OFFLINE_PROBLEM } from '../api.ts';
import { Button } from './Button.tsx';
import { MESSAGE_CLASSES } from './Empty.tsx';
import { Icon } from './Icon.tsx';
import { Loading } from './Loading.tsx';
import { lazyPart } from './lazy-part.ts';

const DeniedMessage = lazyPart(() => import('./AccessDenied.tsx'), 'AccessDenied');

/** A message about what went wrong, with an icon. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <div className={`${MESSAGE_CLASSES} gap-3 [&>.icon]:size-7 [&>.icon]:text-bad`} role="alert">
    {children}
  </div>
);

/** Says why the operator has no access; its code loads when it is needed. */
export const AccessDenied = ({ code }: { code: string }) => (
  <Suspense>
    <DeniedMessage code={code} />
  </Suspense>
);

/** The message of a failed request, with a retry button. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof ApiError && error.status === 403) return <AccessDenied code={error.code} />;
  return (
    <Alert>
      <Icon name="warning" />
      <p>{explain(error)}</p>
      {onRetry && <Button onClick={onRetry}>Tentar de novo</Button>}
    </Alert>
  );
}

/** The state of a query, from which the text in place of its data is chosen. */
export interface StatusQuery {
  readonly data: unknown;
  readonly error: unknown;
  /** The latest attempt's error while the query retries. */
  readonly failureReason: unknown;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  readonly refetch: () => Promise<unknown>;
}

/** Returns why a query has no data, without waiting for retries; null while it loads. */
export function findError(
  query: Pick<StatusQuery, 'error' | 'failureReason' | 'fetchStatus'>,
): unknown {
  if (query.fetchStatus === 'paused') return new ApiError(0, OFFLINE_PROBLEM);
  return query.error ?? query.failureReason ?? null;
}

/** Shows that a query loads or why it failed; nothing once it has data. */
export function QueryStatus({ query, label }: { query: StatusQuery; label?: string }) {
  const { data, refetch } = query;
  if (data !== undefined) return null;
  const error = findError(query);
  if (error instanceof ApiError && error.code === 'not_found') return <Failure error={error} />;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return <Loading label={label} />;
}
