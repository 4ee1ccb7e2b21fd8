import { type ReactNode, Suspense } from 'react';
import { ApiError, explain, isNotFound, OFFLINE_PROBLEM, SERVER_ERROR } from '../api.ts';
import { Button } from './Button.tsx';
import { MESSAGE_CLASSES } from './Empty.tsx';
import { Icon } from './Icon.tsx';
import { Loading } from './Loading.tsx';
import { lazyPart } from './lazy-part.ts';

const DeniedMessage = lazyPart(() => import('./AccessDenied.tsx'), 'AccessDenied');

export const Alert = ({ children }: { children: ReactNode }) => (
  <div className={`${MESSAGE_CLASSES} gap-3`} role="alert">
    {children}
  </div>
);

export const AccessDenied = ({ code }: { code: string }) => (
  <Suspense>
    <DeniedMessage code={code} />
  </Suspense>
);

export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  // A proxy's 403, which has the code of SERVER_ERROR, says nothing about the operator's permissions.
  const isRefused =
    error instanceof ApiError && error.status === 403 && error.code !== SERVER_ERROR.code;
  if (isRefused) return <AccessDenied code={error.code} />;
  return (
    <Alert>
      <Icon name="warning" className="size-7 text-bad" />
      <p>{explain(error)}</p>
      {onRetry && <Button onClick={onRetry}>Tentar de novo</Button>}
    </Alert>
  );
}

export interface StatusQuery {
  readonly data: unknown;
  readonly error: unknown;
  /** Error of the latest attempt while the query retries. */
  readonly failureReason: unknown;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  readonly refetch: () => Promise<unknown>;
}

/** Returns the error of the latest attempt without waiting for retries; null while the query loads. */
export function findError(
  query: Pick<StatusQuery, 'error' | 'failureReason' | 'fetchStatus'>,
): unknown {
  if (query.fetchStatus === 'paused') return new ApiError(0, OFFLINE_PROBLEM);
  return query.error ?? query.failureReason ?? null;
}

/** Shows that the query loads or why it failed; nothing once there is data. */
export function QueryStatus({ query, label }: { query: StatusQuery; label?: string }) {
  const { data, refetch } = query;
  if (data !== undefined) return null;
  const error = findError(query);
  if (isNotFound(error)) return <Failure error={error} />;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return <Loading label={label} />;
}
