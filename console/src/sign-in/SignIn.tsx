import { useState } from 'react';
import { TextField } from '../parts/Fields.tsx';
import { loadAuth } from '../session/client.ts';
import { type SignIn as SignInState, signOut } from '../session/session.ts';
import { EnrollStep } from './EnrollStep.tsx';
import { FactorForm } from './FactorForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** The step of the sign-in that this browser has reached. */
export function SignIn({ signIn }: { signIn: SignInState }) {
  if (signIn.step === 'code') return <FactorStep />;
  if (signIn.step === 'enroll') return <EnrollStep email={signIn.email} />;
  return <PasswordStep wasEnded={signIn.step === 'password' && signIn.wasEnded} />;
}

function PasswordStep({ wasEnded }: { wasEnded: boolean }) {
  return (
    <SignInFrame title="Entrar" done={0}>
      {wasEnded && (
        <p className="sign-in-notice" role="status">
          Sua sessão terminou. Entre de novo para continuar de onde parou.
        </p>
      )}
      <SignInForm
        labels={['Entrar', 'Entrando…']}
        onSubmit={async (data) => {
          const email = String(data.get('email')).trim();
          const password = String(data.get('password'));
          const auth = await loadAuth();
          return (await auth.signInWithPassword({ email, password })).error;
        }}
      >
        {(field) => (
          <>
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              required
              aria-invalid={field.error !== null}
            />
            <TextField
              {...field}
              label="Senha"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          </>
        )}
      </SignInForm>
    </SignInFrame>
  );
}

/** Asks for a code of the authenticator app, or for a recovery code if the operator lost the app. */
function FactorStep() {
  const [isRecovery, setIsRecovery] = useState(false);
  if (isRecovery) {
    return (
      <SignInFrame
        title="Código de recuperação"
        lead="Use um dos códigos que você guardou ao ativar o aplicativo. Cada um vale uma vez."
        done={1}
      >
        <FactorForm isRecovery label="Entrar com este código" />
        <button type="button" className="button quiet" onClick={() => setIsRecovery(false)}>
          Voltar ao código do aplicativo
        </button>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="Confirme que é você"
      lead="Abra o aplicativo autenticador e digite o código que ele mostra para o Funil."
      done={1}
    >
      <FactorForm isRecovery={false} label="Confirmar" />
      <div className="buttons even">
        <button type="button" className="button quiet" onClick={() => setIsRecovery(true)}>
          Estou sem o aplicativo
        </button>
        <button type="button" className="button quiet" onClick={() => void signOut()}>
          Sair
        </button>
      </div>
    </SignInFrame>
  );
}
