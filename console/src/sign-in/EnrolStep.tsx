import { useState } from 'react';
import { loadAuth } from '../session/client.ts';
import { hold, signOut } from '../session/session.ts';
import { CodeField } from './CodeField.tsx';
import { Door } from './Door.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TryForm } from './TryForm.tsx';
import { useEnrolment } from './use-enrolment.ts';
import { useForm } from './use-form.ts';

/** The authenticator app, once, before any data is seen; then the codes for the day it is lost. */
export function EnrolStep({ email }: { email: string }) {
  const enrolment = useEnrolment(email);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { error, isBusy, first, submit } = useForm(async (data) => {
    if (!enrolment) return 'Espere o código QR aparecer.';
    hold();
    const code = String(data.get('code'));
    const auth = await loadAuth();
    const verified = await auth.mfa.challengeAndVerify({ factorId: enrolment.id, code });
    if (verified.error) return verified.error;
    const made = await auth.mfa.recoveryCodes.generate();
    setCodes(made.data?.codes ?? []);
    return null;
  });
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <Door
      title="Ative o aplicativo autenticador"
      lead="Os dados dos seus clientes pedem mais que uma senha. No celular, abra um aplicativo como Google Authenticator, Authy ou 1Password e leia este código."
      done={1}
    >
      {enrolment ? (
        <>
          <img
            className="door-qr"
            src={enrolment.qr}
            alt="Código QR para o aplicativo autenticador"
          />
          <p className="small muted">
            Não consegue ler? Digite no aplicativo:{' '}
            <span className="door-secret">{enrolment.secret}</span>
          </p>
        </>
      ) : (
        <div className="door-qr" />
      )}
      <TryForm onSubmit={submit} isBusy={isBusy} words={['Ativar', 'Ativando…']}>
        <CodeField ref={first} error={error} />
      </TryForm>
      <button type="button" className="button quiet" onClick={() => void signOut()}>
        Sair
      </button>
    </Door>
  );
}
