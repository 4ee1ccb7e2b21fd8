import { useEffect, useState } from 'react';
import { Door } from './Door.tsx';
import { acceptInvitation, lookAtInvitation } from './invitation.ts';
import { useForm } from './use-form.ts';

/** The one-time link's token; it stands behind `#`, which no server and no log sees. */
const readToken = () => window.location.hash.replace(/^#/, '');

/** A new operator's own password, by the link that the server or `npm run operator -- add` printed. */
export function FirstAccess() {
  const [token] = useState(readToken);
  const [invitation, setInvitation] = useState<{ email: string | null } | string | null>(null);
  useEffect(() => {
    void lookAtInvitation(token).then(setInvitation);
  }, [token]);
  if (invitation === null) return null;
  if (typeof invitation === 'string') {
    return (
      <Door title="Link sem validade" lead={invitation} done={0}>
        <a className="button" href="/">
          Ir para a entrada
        </a>
      </Door>
    );
  }
  return <NewPassword token={token} known={invitation.email} />;
}

function NewPassword({ token, known }: { token: string; known: string | null }) {
  const { error, isBusy, first, submit } = useForm((data) => {
    const password = String(data.get('password'));
    const email = String(data.get('email')).trim();
    return acceptInvitation({ token, password, ...(known === null && { email }) });
  });
  return (
    <Door
      title="Crie sua senha"
      lead="Uma frase comprida é mais forte que uma palavra difícil, e mais fácil de lembrar."
      done={0}
    >
      <form onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="email">E-mail</label>
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={known ?? ''}
            readOnly={known !== null}
            required
            className="input"
          />
        </div>
        <div className="field">
          <label htmlFor="new-password">Senha nova</label>
          <input
            ref={first}
            id="new-password"
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={10}
            maxLength={256}
            required
            className="input"
            aria-describedby={error ? 'password-error' : 'password-hint'}
            aria-invalid={error !== null}
          />
          {error ? (
            <p className="field-error" id="password-error" role="alert">
              {error}
            </p>
          ) : (
            <p className="small muted" id="password-hint">
              Ao menos 10 caracteres.
            </p>
          )}
        </div>
        <button type="submit" className="button main" aria-disabled={isBusy}>
          {isBusy ? 'Salvando…' : 'Salvar e continuar'}
        </button>
      </form>
    </Door>
  );
}
