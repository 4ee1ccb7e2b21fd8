import { TextField } from '../parts/TextField.tsx';
import { loadAuth } from '../session/client.ts';
import { Door } from './Door.tsx';
import { TryForm } from './TryForm.tsx';
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
      <TryForm onSubmit={submit} isBusy={isBusy} words={['Entrar', 'Entrando…']}>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          aria-invalid={error !== null}
        />
        <TextField
          ref={first}
          label="Senha"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={error}
        />
      </TryForm>
    </Door>
  );
}
