import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../api.ts';
import { Failure } from './Failure.tsx';

/** Instead of a view that broke. Code of an earlier build may be gone from the server: loading anew brings this one's. */
export function ErrorView({ error, reset }: ErrorComponentProps) {
  if (error instanceof ApiError) return <Failure error={error} onRetry={reset} />;
  return (
    <div className="failure" role="alert">
      <p>Esta tela não abriu. Talvez o console tenha sido atualizado enquanto estava aberto.</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Recarregar
      </button>
    </div>
  );
}
