import { useEffect, useState } from 'react';
import { loadAuth } from '../session/client.ts';
import { hold, release, signOut } from '../session/session.ts';
import { CodeList } from './CodeList.tsx';
import { Door } from './Door.tsx';
import { CodeField } from './Fields.tsx';
import { TryForm, useForm } from './TryForm.tsx';

/** Sets the authenticator app up, before any data is shown; then shows the recovery codes. */
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

/** Shown this once. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [isKept, setIsKept] = useState(false);
  return (
    <Door
      title="Guarde estes códigos"
      lead="Se você perder o celular, um deles deixa você entrar. Guarde longe do celular: eles não aparecem de novo."
      done={2}
    >
      <CodeList codes={codes} />
      <label className="tick">
        <input
          type="checkbox"
          className="check"
          checked={isKept}
          onChange={({ target }) => setIsKept(target.checked)}
        />
        Guardei os códigos em lugar seguro
      </label>
      <button
        type="button"
        className="button main"
        disabled={!isKept}
        onClick={() => void release()}
      >
        Abrir o console
      </button>
    </Door>
  );
}

interface Enrolment {
  readonly id: string;
  /** An image's address. */
  readonly qr: string;
  readonly secret: string;
}

/** Enrols a new authenticator, and removes unfinished attempts. */
function useEnrolment(email: string): Enrolment | null {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  useEffect(() => {
    let isGone = false;
    async function enrol() {
      const auth = await loadAuth();
      const factors = await auth.mfa.listFactors();
      const old = factors.data?.all.filter(({ status }) => status === 'unverified') ?? [];
      for (const { id } of old) await auth.mfa.unenroll({ factorId: id });
      if (isGone) return;
      const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: email });
      if (!data || isGone) return;
      setEnrolment({ id: data.id, qr: data.totp.qr_code, secret: data.totp.secret });
    }
    void enrol();
    return () => {
      isGone = true;
    };
  }, [email]);
  return enrolment;
}
