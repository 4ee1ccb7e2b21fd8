import { useState } from 'react';
import { tell } from '../parts/notice.ts';
import { loadAuth } from '../session/client.ts';
import { useForm } from '../sign-in/use-form.ts';

export function Password() {
  const [round, setRound] = useState(0);
  const { error, isBusy, first, submit } = useForm(async (data) => {
    const auth = await loadAuth();
    const result = await auth.updateUser({
      password: String(data.get('new')),
      current_password: String(data.get('current')),
    });
    if (result.error) return result.error;
    tell('Senha trocada.');
    setRound((it) => it + 1);
    return null;
  });
  return (
    <section className="panel account-part">
      <h2>Senha</h2>
      <form key={round} onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="current">Senha atual</label>
          <input
            ref={first}
            id="current"
            name="current"
            type="password"
            autoComplete="current-password"
            required
            className="input"
            aria-describedby={error ? 'account-password-error' : undefined}
            aria-invalid={error !== null}
          />
        </div>
        <div className="field">
          <label htmlFor="new">Senha nova</label>
          <input
            id="new"
            name="new"
            type="password"
            autoComplete="new-password"
            minLength={10}
            maxLength={256}
            required
            className="input"
          />
        </div>
        {error && (
          <p className="field-error" id="account-password-error" role="alert">
            {error}
          </p>
        )}
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? 'Trocando…' : 'Trocar senha'}
        </button>
      </form>
    </section>
  );
}
