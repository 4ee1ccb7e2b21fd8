import type { SignInSettings } from '@funil/contract/operators/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, SERVER_ERROR, UNREACHABLE_PROBLEM } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { loadAuth } from '../session/client.ts';
import { EmailField } from './Fields.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** Requests a link by e-mail; without a mail server, says who can make such a link. */
export function ForgottenPassword({ onBack }: { onBack: () => void }) {
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
          onSubmit={async (data) => {
            const email = String(data.get('email')).trim();
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
