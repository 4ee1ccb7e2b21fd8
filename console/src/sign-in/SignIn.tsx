import type { SignInSettings } from '@funil/contract/operators/account';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, SERVER_ERROR, UNREACHABLE_PROBLEM } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { TextField } from '../parts/Fields.tsx';
import { loadAuth } from '../session/client.ts';
import { keepSignInOpen, type SignInState, signOut } from '../session/session.ts';
import { CodeForm } from './CodeForm.tsx';
import { EnrollStep } from './EnrollStep.tsx';
import { EmailField } from './SignInFields.tsx';
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
        onSubmit={async (formData) => {
          const email = String(formData.get('email')).trim();
          const password = String(formData.get('password'));
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

/** Requests a link by e-mail; without a mail server, says who can make such a link. */
function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const query = useQuery({
    queryKey: ['sign-in-settings'],
    meta: { tables: [] },
    queryFn: readSettings,
    retry: false,
  });
  const [address, setAddress] = useState<string | null>(null);
  const backButton = (
    <Button kind="quiet" onClick={onBack}>
      Voltar à entrada
    </Button>
  );
  if (address !== null) {
    return (
      <SignInFrame
        title="Confira o seu e-mail"
        intro={`Se ${address} entra aqui, um link está a caminho. Ele vale uma vez, por 30 minutos. Não chegou? Veja no spam, ou peça um link a um proprietário do painel.`}
      >
        {backButton}
      </SignInFrame>
    );
  }
  const mailsLinks = query.data?.mails_password_links;
  return (
    <SignInFrame
      title="Esqueci a senha"
      {...(mailsLinks !== undefined && { intro: mailsLinks ? MAILED_LINK : ASK_AN_OWNER })}
    >
      <QueryStatus query={query} />
      {mailsLinks === false && (
        <p className="text-muted">
          Só você entra aqui? Quem cuida do servidor também pode fazer o link, com{' '}
          <code>npm run operator -- add</code> e o seu e-mail.
        </p>
      )}
      {mailsLinks && (
        <SignInForm
          label="Mandar o link"
          busyLabel="Mandando…"
          isFieldFocused
          onSubmit={async (formData) => {
            const email = String(formData.get('email')).trim();
            const { error } = await (await loadAuth()).resetPasswordForEmail(email);
            if (error === null) setAddress(email);
            return error;
          }}
        >
          {(errorProps) => <EmailField {...errorProps} />}
        </SignInForm>
      )}
      {backButton}
    </SignInFrame>
  );
}

const MAILED_LINK =
  'Mandamos um link para você criar outra senha. O código do aplicativo autenticador continua o mesmo.';
const ASK_AN_OWNER =
  'Peça um link a quem é proprietário do painel: em Conta, “Novo link” faz um, que vale por 24 horas. O aplicativo autenticador continua o mesmo.';

async function readSettings(): Promise<SignInSettings> {
  const response = await fetch('/auth/v1/settings').catch(() => null);
  if (response === null) throw new ApiError(0, UNREACHABLE_PROBLEM);
  if (!response.ok) throw new ApiError(response.status, SERVER_ERROR);
  return response.json();
}
