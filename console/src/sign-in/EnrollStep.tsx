import type { AuthMFAEnrollTOTPResponse } from '@supabase/auth-js';
import { useEffect, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { CheckBox } from '../parts/CheckBox.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { loadAuth } from '../session/client.ts';
import { makeAuthenticatorName } from '../session/factor.ts';
import { keepSignInOpen, openConsole, signOut, verifyFactor } from '../session/session.ts';
import { CodeList, LabeledCopyButton } from './CodeList.tsx';
import { CodeField } from './SignInFields.tsx';
import { explainAuth, SignInForm } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

export function EnrollStep(props: { isReplacing: boolean }) {
  // `props.isReplacing` becomes true as soon as the new app is verified, so the first value is kept.
  const [isReplacing] = useState(props.isReplacing);
  const { enrollment, failure } = useEnrollment();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function verify(formData: FormData) {
    if (!enrollment) return failure ?? 'Espere o código QR aparecer.';
    keepSignInOpen();
    const { mfa } = await loadAuth();
    const code = String(formData.get('code'));
    const { error } = await verifyFactor(() =>
      mfa.challengeAndVerify({ factorId: enrollment.id, code }),
    );
    if (error) return error;
    if (isReplacing) await removeOtherApps(enrollment.id);
    const generated = isReplacing
      ? await mfa.recoveryCodes.regenerate()
      : await mfa.recoveryCodes.generate();
    if (generated.data) setCodes(generated.data.codes);
    else await openConsole();
    return null;
  }
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <SignInFrame
      title={isReplacing ? 'Cadastre o celular novo' : 'Ative o aplicativo autenticador'}
      intro={isReplacing ? REPLACING_INTRO : FIRST_INTRO}
      completedSteps={1}
    >
      {failure === null ? (
        <AppSecret enrollment={enrollment} />
      ) : (
        <FieldError>{failure}</FieldError>
      )}
      <SignInForm label="Ativar" busyLabel="Ativando…" onSubmit={verify}>
        {(errorProps) => <CodeField {...errorProps} />}
      </SignInForm>
      <Button kind="quiet" onClick={() => void (isReplacing ? openConsole() : signOut())}>
        {isReplacing ? 'Agora não' : 'Sair'}
      </Button>
    </SignInFrame>
  );
}

const FIRST_INTRO =
  'Os dados dos seus clientes pedem mais que uma senha: um aplicativo como Google Authenticator, Authy ou 1Password mostra um código novo a cada 30 segundos.';
const REPLACING_INTRO =
  'Use um aplicativo como Google Authenticator, Authy ou 1Password. O celular de antes deixa de valer, e você ganha códigos de recuperação novos.';

type Enrollment = NonNullable<AuthMFAEnrollTOTPResponse['data']>;

const QR_CLASSES = 'justify-self-center size-48 p-3 rounded-lg bg-white max-sm:hidden';

/** A QR code on wide windows; a link on phones, which cannot scan their own screen. */
function AppSecret({ enrollment }: { enrollment: Enrollment | null }) {
  if (enrollment === null) return <div className={QR_CLASSES} />;
  const { qr_code, secret, uri } = enrollment.totp;
  return (
    <>
      <p className="max-sm:hidden">Com o celular, leia este código no aplicativo:</p>
      <img className={QR_CLASSES} src={qr_code} alt="Código QR para o aplicativo autenticador" />
      <a className="button sm:hidden" href={uri}>
        Abrir no aplicativo autenticador
      </a>
      <div className="grid gap-2.5">
        <p className="text-small text-muted">
          Não deu? No aplicativo, escolha digitar uma chave:{' '}
          <code className="font-mono text-small tracking-[0.05em] wrap-anywhere select-all">
            {secret}
          </code>
        </p>
        <LabeledCopyButton text={secret} label="Copiar a chave" copiedLabel="Chave copiada" />
      </div>
    </>
  );
}

/** After a recovery code, the server has already removed the other apps. */
async function removeOtherApps(newId: string): Promise<void> {
  const { mfa } = await loadAuth();
  const { data } = await mfa.listFactors();
  for (const { id } of data?.totp ?? []) {
    if (id !== newId) await mfa.unenroll({ factorId: id });
  }
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
      <CheckBox isChecked={isSaved} onChange={setIsSaved}>
        Guardei os códigos em lugar seguro
      </CheckBox>
      <Button kind="main" disabled={!isSaved} onClick={() => void openConsole()}>
        Abrir o painel
      </Button>
    </SignInFrame>
  );
}

/** Begins to enroll an authenticator app, after removing unfinished enrollments. */
function useEnrollment() {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    async function enroll() {
      const { mfa } = await loadAuth();
      const factors = await mfa.listFactors();
      const unfinished = factors.data?.all.filter(({ status }) => status === 'unverified') ?? [];
      for (const { id } of unfinished) await mfa.unenroll({ factorId: id });
      if (isUnmounted) return;
      const { data, error } = await mfa.enroll({
        factorType: 'totp',
        friendlyName: makeAuthenticatorName(),
      });
      if (isUnmounted) return;
      setEnrollment(data);
      setFailure(error && explainAuth(error));
    }
    void enroll();
    return () => {
      isUnmounted = true;
    };
  }, []);
  return { enrollment, failure };
}
