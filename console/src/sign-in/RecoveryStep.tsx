import { useEffect } from 'react';
import { loadAuth } from '../session/client.ts';
import { Door } from './Door.tsx';
import { useForm } from './use-form.ts';

/** For who has lost the authenticator app: one of the codes that were shown when it was set up. */
export function RecoveryStep({ onBack }: { onBack: () => void }) {
  const { error, isBusy, first, submit } = useForm(async (data) => {
    const auth = await loadAuth();
    const result = await auth.mfa.recoveryCodes.verify({ code: String(data.get('code')) });
    return result.error;
  });
  useEffect(() => first.current?.focus(), [first]);
  return (
    <Door
      title="Código de recuperação"
      lead="Use um dos códigos que você guardou ao ativar o aplicativo. Cada um vale uma vez."
      done={1}
    >
      <form onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="recovery">Código de recuperação</label>
          <input
            ref={first}
            id="recovery"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            className="input"
            aria-describedby={error ? 'recovery-error' : undefined}
            aria-invalid={error !== null}
          />
          {error && (
            <p className="field-error" id="recovery-error" role="alert">
              {error}
            </p>
          )}
        </div>
        <button type="submit" className="button main" aria-disabled={isBusy}>
          {isBusy ? 'Conferindo…' : 'Entrar com este código'}
        </button>
      </form>
      <button type="button" className="button quiet" onClick={onBack}>
        Voltar ao código do aplicativo
      </button>
    </Door>
  );
}
