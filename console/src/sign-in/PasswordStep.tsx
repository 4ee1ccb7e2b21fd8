import { loadAuth } from '../session/client.ts';
import { Door } from './Door.tsx';
import { useForm } from './use-form.ts';

export function PasswordStep({ wasEnded }: { wasEnded: boolean }) {
  const { error, isBusy, first, submit } = useForm(async (data) => {
    const email = String(data.get('email')).trim();
    const auth = await loadAuth();
    const result = await auth.signInWithPassword({ email, password: String(data.get('password')) });
    return result.error;
  });
  return (
    <Door title="Entrar" done={0}>
      {wasEnded && (
        <p className="door-notice" role="status">
          Sua sessão terminou. Entre de novo para continuar de onde parou.
        </p>
      )}
      <form onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="email">E-mail</label>
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="username"
            required
            className="input"
            aria-invalid={error !== null}
          />
        </div>
        <div className="field">
          <label htmlFor="password">Senha</label>
          <input
            ref={first}
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            className="input"
            aria-describedby={error ? 'sign-in-error' : undefined}
            aria-invalid={error !== null}
          />
        </div>
        {error && (
          <p className="field-error" id="sign-in-error" role="alert">
            {error}
          </p>
        )}
        <button type="submit" className="button main" aria-disabled={isBusy}>
          {isBusy ? 'Entrando…' : 'Entrar'}
        </button>
      </form>
    </Door>
  );
}
