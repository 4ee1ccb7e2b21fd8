import { useEffect, useState } from 'react';
import { TextField } from '../parts/Fields.tsx';
import { loadAuth } from '../session/client.ts';
import { type SignIn as SignInState, signOut } from '../session/session.ts';
import { Door } from './Door.tsx';
import { EnrolStep } from './EnrolStep.tsx';
import { CodeField, RecoveryField } from './Fields.tsx';
import { TryForm, useForm, verifyCode, verifyRecoveryCode } from './TryForm.tsx';

/** The step of the sign-in that this browser has reached. */
export function SignIn({ at }: { at: SignInState }) {
  const [hasPhone, setHasPhone] = useState(true);
  if (at.step === 'code') {
    return hasPhone ? (
      <CodeStep onLost={() => setHasPhone(false)} />
    ) : (
      <RecoveryStep onBack={() => setHasPhone(true)} />
    );
  }
  if (at.step === 'enrol') return <EnrolStep email={at.email} />;
  return <PasswordStep wasEnded={at.step === 'password' && at.reason === 'ended'} />;
}

function PasswordStep({ wasEnded }: { wasEnded: boolean }) {
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

function CodeStep({ onLost }: { onLost: () => void }) {
  const { error, isBusy, first, submit } = useForm(verifyCode);
  useEffect(() => first.current?.focus(), [first]);
  return (
    <Door
      title="Confirme que é você"
      lead="Abra o aplicativo autenticador e digite o código que ele mostra para o Funil."
      done={1}
    >
      <TryForm onSubmit={submit} isBusy={isBusy} words={['Confirmar', 'Conferindo…']}>
        <CodeField ref={first} error={error} />
      </TryForm>
      <div className="buttons even">
        <button type="button" className="button quiet" onClick={onLost}>
          Estou sem o aplicativo
        </button>
        <button type="button" className="button quiet" onClick={() => void signOut()}>
          Sair
        </button>
      </div>
    </Door>
  );
}

/** For an operator who has lost the authenticator app. */
function RecoveryStep({ onBack }: { onBack: () => void }) {
  const { error, isBusy, first, submit } = useForm(verifyRecoveryCode);
  useEffect(() => first.current?.focus(), [first]);
  return (
    <Door
      title="Código de recuperação"
      lead="Use um dos códigos que você guardou ao ativar o aplicativo. Cada um vale uma vez."
      done={1}
    >
      <TryForm onSubmit={submit} isBusy={isBusy} words={['Entrar com este código', 'Conferindo…']}>
        <RecoveryField ref={first} error={error} />
      </TryForm>
      <button type="button" className="button quiet" onClick={onBack}>
        Voltar ao código do aplicativo
      </button>
    </Door>
  );
}
