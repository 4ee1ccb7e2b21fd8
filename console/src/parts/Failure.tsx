import { explain } from '../api.ts';
import { Icon } from './Icon.tsx';

/** What could not be read, in words, and the way to try once more. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
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
