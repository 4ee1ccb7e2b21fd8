import { useEffect, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { TextField } from '../parts/Fields.tsx';
import { loadAuth } from '../session/client.ts';
import { keepSignInOpen, type SignIn as SignInState, signOut } from '../session/session.ts';
import { CodeForm } from './CodeForm.tsx';
import { EnrollStep } from './EnrollStep.tsx';
import { EmailField } from './Fields.tsx';
import { ForgottenPassword } from './ForgottenPassword.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

export function SignIn({ signIn }: { signIn: Exclude<SignInState, { step: 'loading' | 'done' }> }) {
  switch (signIn.step) {
    case 'password':
      return <PasswordStep sessionEnded={signIn.sessionEnded} />;
    case 'code':
      return <CodeStep />;
    case 'enroll':
      return <EnrollStep isReplacing={signIn.isReplacing} />;
  }
}

function PasswordStep({ sessionEnded }: { sessionEnded: boolean }) {
  const [isForgotten, setIsForgotten] = useState(false);
  if (isForgotten) return <ForgottenPassword onBack={() => setIsForgotten(false)} />;
  return (
    <SignInFrame title="Entrar">
      {sessionEnded && (
        <p
          className="px-3.5 py-3 border-l-3 border-l-warn rounded-[0_var(--radius)_var(--radius)_0] bg-warn/10"
          role="status"
        >
          Sua sessão terminou. Entre de novo para continuar de onde parou.
        </p>
      )}
      <SignInForm
        label="Entrar"
        busyLabel="Entrando…"
        onSubmit={async (data) => {
          const email = String(data.get('email')).trim();
          const password = String(data.get('password'));
          const auth = await loadAuth();
          return (await auth.signInWithPassword({ email, password })).error;
        }}
      >
        {(errorProps) => (
          <>
            <EmailField aria-invalid={errorProps.error !== null} />
            <TextField
              {...errorProps}
              label="Senha"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          </>
        )}
      </SignInForm>
      <Button kind="quiet" onClick={() => setIsForgotten(true)}>
        Esqueci a senha
      </Button>
    </SignInFrame>
  );
}

/** Asks for a code of the authenticator app, or for a recovery code. */
function CodeStep() {
  const [isRecovery, setIsRecovery] = useState(false);
  // After a recovery code the sign-in adds a new app, because the old one may be lost.
  useEffect(() => keepSignInOpen(isRecovery), [isRecovery]);
  if (isRecovery) {
    return (
      <SignInFrame
        title="Código de recuperação"
        intro="Use um dos códigos que você guardou ao ativar o aplicativo. Cada um vale uma vez. Depois você cadastra o celular novo."
        completedSteps={1}
      >
        <CodeForm isRecovery label="Entrar com este código" />
        <Button kind="quiet" onClick={() => setIsRecovery(false)}>
          Voltar ao código do aplicativo
        </Button>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="Confirme que é você"
      intro="Abra o aplicativo autenticador e digite o código que ele mostra para o Funil."
      completedSteps={1}
    >
      <CodeForm isRecovery={false} label="Confirmar" />
      <div className="buttons *:flex-auto">
        <Button kind="quiet" onClick={() => setIsRecovery(true)}>
          Estou sem o aplicativo
        </Button>
        <Button kind="quiet" onClick={() => void signOut()}>
          Sair
        </Button>
      </div>
    </SignInFrame>
  );
}
