import { useState } from 'react';
import { tell } from '../parts/notice.ts';
import { TextField } from '../parts/TextField.tsx';
import { loadAuth } from '../session/client.ts';
import { NewPasswordField } from '../sign-in/NewPasswordField.tsx';
import { TryForm } from '../sign-in/TryForm.tsx';
import { useForm } from '../sign-in/use-form.ts';

export function Password() {
  const [round, setRound] = useState(0);
  const { error, isBusy, first, submit } = useForm(async (data) => {
    const auth = await loadAuth();
    const result = await auth.updateUser({
      password: String(data.get('new-password')),
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
      <TryForm
        key={round}
        onSubmit={submit}
        isBusy={isBusy}
        words={['Trocar senha', 'Trocando…']}
        isMain={false}
      >
        <TextField
          ref={first}
          label="Senha atual"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          aria-invalid={error !== null}
        />
        <NewPasswordField error={error} />
      </TryForm>
    </section>
  );
}
