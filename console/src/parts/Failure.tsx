import { ApiError, explain } from '../api.ts';
import { Icon } from './Icon.tsx';
import { NoRight } from './NoRight.tsx';

/** What could not be read, in words, and the way to try once more. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof ApiError && error.status === 403) return <NoRight code={error.code} />;
  return (
    <div className="failure" role="alert">
      <Icon name="warning" />
      <p>{explain(error)}</p>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Tentar de novo
        </button>
      )}
    </div>
  );
}
