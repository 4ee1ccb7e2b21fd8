import type { AuthMFAEnrollTOTPResponse } from '@supabase/auth-js';
import { useEffect, useState } from 'react';
import { loadAuth } from '../session/client.ts';
import { keepSignInOpen, openConsole, signOut } from '../session/session.ts';
import { CodeList } from './CodeList.tsx';
import { CodeField } from './Fields.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** Sets up the authenticator app, then shows the recovery codes. */
export function EnrollStep({ email }: { email: string }) {
  const enrollment = useEnrollment(email);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function verify(data: FormData) {
    if (!enrollment) return 'Espere o código QR aparecer.';
    keepSignInOpen();
    const { mfa } = await loadAuth();
    const code = String(data.get('code'));
    const { error } = await mfa.challengeAndVerify({ factorId: enrollment.id, code });
    if (error) return error;
    const generated = await mfa.recoveryCodes.generate();
    setCodes(generated.data?.codes ?? []);
    return null;
  }
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <SignInFrame
      title="Ative o aplicativo autenticador"
      intro="Os dados dos seus clientes pedem mais que uma senha. No celular, abra um aplicativo como Google Authenticator, Authy ou 1Password e leia este código."
      completedSteps={1}
    >
      {enrollment ? (
        <>
          <img
            className="sign-in-qr"
            src={enrollment.totp.qr_code}
            alt="Código QR para o aplicativo autenticador"
          />
          <p className="small muted">
            Não consegue ler? Digite no aplicativo:{' '}
            <span className="sign-in-secret">{enrollment.totp.secret}</span>
          </p>
        </>
      ) : (
        <div className="sign-in-qr" />
      )}
      <SignInForm label="Ativar" busyLabel="Ativando…" onSubmit={verify}>
        {(errorProps) => <CodeField {...errorProps} />}
      </SignInForm>
      <button type="button" className="button quiet" onClick={() => void signOut()}>
        Sair
      </button>
    </SignInFrame>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <SignInFrame
      title="Guarde estes códigos"
      intro="Se você perder o celular, um deles deixa você entrar. Guarde longe do celular: eles não aparecem de novo."
      completedSteps={2}
    >
      <CodeList codes={codes} />
      <label className="sign-in-check">
        <input
          type="checkbox"
          className="check"
          checked={isSaved}
          onChange={({ target }) => setIsSaved(target.checked)}
        />
        Guardei os códigos em lugar seguro
      </label>
      <button
        type="button"
        className="button main"
        disabled={!isSaved}
        onClick={() => void openConsole()}
      >
        Abrir o console
      </button>
    </SignInFrame>
  );
}

/** Enrolls a new authenticator app after removing unfinished enrollments. @returns null until the server has answered */
function useEnrollment(email: string) {
  const [enrollment, setEnrollment] = useState<AuthMFAEnrollTOTPResponse['data']>(null);
  useEffect(() => {
    let isUnmounted = false;
    async function enroll() {
      const { mfa } = await loadAuth();
      const factors = await mfa.listFactors();
      const unfinished = factors.data?.all.filter(({ status }) => status === 'unverified') ?? [];
      for (const { id } of unfinished) await mfa.unenroll({ factorId: id });
      if (isUnmounted) return;
      const { data } = await mfa.enroll({ factorType: 'totp', friendlyName: email });
      if (!isUnmounted) setEnrollment(data);
    }
    void enroll();
    return () => {
      isUnmounted = true;
    };
  }, [email]);
  return enrollment;
}
