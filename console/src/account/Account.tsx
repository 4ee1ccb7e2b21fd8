import { SUMMARY_LABELS, SUMMARY_ROLES, type SummaryTime } from '@funil/contract/console/summary';
import { describeDevice } from '@funil/contract/operators/describe-device';
import { CONTACT_STAFF, OWNERS, ROLE_NAMES } from '@funil/contract/operators/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, routeQuery } from '../api.ts';
import { useRole } from '../console-context.ts';
import { Button, removalProps } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { SelectField, TextField } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { SignOutButton } from '../parts/SignOutButton.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showError, showToast } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { loadAuth } from '../session/client.ts';
import { makeAuthenticatorName, withFreshFactor } from '../session/factor.ts';
import { changeAuthenticator, useSignIn } from '../session/session.ts';
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx';
import { CodeList } from '../sign-in/CodeList.tsx';
import { NewPasswordField } from '../sign-in/SignInFields.tsx';
import { explainAuth, SignInForm } from '../sign-in/SignInForm.tsx';
import { Card, CardRow } from './Card.tsx';
import { Devices } from './Devices.tsx';
import { Operators } from './Operators.tsx';

export function Account() {
  const signIn = useSignIn();
  const role = useRole();
  return (
    <View
      title="Conta"
      subtitle={signIn.step === 'done' && `${signIn.email} · ${ROLE_NAMES[role]}`}
      actions={<SignOutButton />}
    >
      <div className="columns-[26rem_2] gap-x-5 max-w-304">
        <Card title="Neste aparelho">
          <ThemeSwitch />
        </Card>
        {CONTACT_STAFF.includes(role) && <Devices />}
        {SUMMARY_ROLES.includes(role) && <SummaryCard />}
        <PasswordCard />
        <AuthenticatorCard />
        <SessionsCard />
        {OWNERS.includes(role) && <Operators />}
      </div>
    </View>
  );
}

function SummaryCard() {
  const role = useRole();
  const query = useQuery(routeQuery('GET account/summary', ['summary'], []));
  const saveSummaryTime = (when: SummaryTime) =>
    runWithErrorToast(async () => {
      await call('PUT account/summary', { body: { when } });
      showToast('Resumo da manhã salvo.');
    }, ['summary']);
  return (
    <Card title="Resumo da manhã">
      <QueryStatus query={query} />
      {query.data && (
        <SelectField
          label="Quando mandar"
          options={Object.entries(SUMMARY_LABELS)}
          value={query.data.when}
          onChange={(when) => void saveSummaryTime(when as SummaryTime)}
        />
      )}
      <p className="text-small text-muted">
        Por e-mail, às 7 h: visitas, leads, compradores e dinheiro, ao lado do mesmo dia da semana
        anterior
        {CONTACT_STAFF.includes(role) &&
          ', e o que espera hoje. Os celulares com avisos dizem leads, compradores e lucro'}
        .
      </p>
    </Card>
  );
}

function PasswordCard() {
  /** The form's React key, which changes to empty the fields after the password was saved. */
  const [formKey, setFormKey] = useState(0);
  async function changePassword(formData: FormData) {
    const auth = await loadAuth();
    const { error } = await auth.updateUser({
      password: String(formData.get('new-password')),
      current_password: String(formData.get('current')),
    });
    if (error) return error;
    showToast('Senha trocada.');
    setFormKey(formKey + 1);
    return null;
  }
  return (
    <Card title="Senha">
      <SignInForm
        key={formKey}
        label="Trocar senha"
        busyLabel="Trocando…"
        isMain={false}
        onSubmit={changePassword}
      >
        {({ ref, error }) => (
          <>
            <TextField
              ref={ref}
              label="Senha atual"
              name="current"
              type="password"
              autoComplete="current-password"
              required
              aria-invalid={error !== null}
            />
            <NewPasswordField error={error} />
          </>
        )}
      </SignInForm>
    </Card>
  );
}

/** Null if the operator never made recovery codes. */
async function readCodeStatus() {
  const { mfa } = await loadAuth();
  const factors = await mfa.listFactors();
  if (factors.error) throw factors.error;
  // If the operator has no codes, the request below would get a 404, which the browser logs as an error.
  if (factors.data.recovery_code.length === 0) return null;
  const { data, error } = await mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data;
}

function AuthenticatorCard() {
  const { data: codeStatus, refetch } = useQuery({
    queryKey: ['recovery-codes'],
    meta: { tables: [] },
    queryFn: readCodeStatus,
  });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function renewCodes() {
    const { mfa } = await loadAuth();
    const renewed = await withFreshFactor(() =>
      codeStatus ? mfa.recoveryCodes.regenerate() : mfa.recoveryCodes.generate(),
    );
    if (renewed.error) return showError(explainAuth(renewed.error));
    setCodes(renewed.data.codes);
    await refetch();
  }
  async function startAuthenticatorChange() {
    const { mfa } = await loadAuth();
    // Enrolls here only so that a dialog of the console asks for a fresh code. The sign-in, which replaces the console,
    // has no such dialog and enrolls again.
    const { error } = await withFreshFactor(() =>
      mfa.enroll({ factorType: 'totp', friendlyName: makeAuthenticatorName() }),
    );
    if (error) return showError(explainAuth(error));
    await changeAuthenticator();
  }
  return (
    <Card title="Segundo fator">
      <p>
        <StateMark label="Aplicativo autenticador ativo" tone="good" />
      </p>
      {codeStatus !== undefined && (
        <p className="text-muted">
          {codeStatus === null
            ? 'Sem códigos de recuperação: se o celular se perder, só quem cuida do servidor deixa você entrar.'
            : `Códigos de recuperação: ${codeStatus.remaining} de ${codeStatus.total} ainda valem.`}
        </p>
      )}
      <div className="buttons">
        <Button onClick={() => void renewCodes()}>
          <Icon name="copy" />
          Gerar códigos novos
        </Button>
        <Button onClick={() => void startAuthenticatorChange()}>Trocar o celular</Button>
      </div>
      {codes && (
        <Dialog
          onClose={() => setCodes(null)}
          title="Guarde estes códigos"
          description="Os anteriores não valem mais, e estes não aparecem de novo."
          actions={
            <Button kind="main" onClick={() => setCodes(null)}>
              Já guardei
            </Button>
          }
        >
          <CodeList codes={codes} />
        </Dialog>
      )}
    </Card>
  );
}

const endSession = (id: string): Promise<void> =>
  runWithErrorToast(async () => {
    await call('DELETE account/sessions/:id', { params: { id } });
    showToast('Sessão encerrada.');
  }, ['sessions']);

function SessionsCard() {
  const query = useQuery(routeQuery('GET account/sessions', ['sessions'], []));
  const { data } = query;
  return (
    <Card title="Onde você entrou">
      <QueryStatus query={query} />
      <ul>
        {data?.items.map(({ id, user_agent, address, refreshed_at, is_current }) => (
          <CardRow key={id}>
            <div>
              <p>{describeDevice(user_agent)}</p>
              <p className="text-small text-muted">
                {address} · usada <Time at={refreshed_at} />
              </p>
            </div>
            {is_current ? (
              <StateMark label="esta aqui" tone="won" />
            ) : (
              <Button {...removalProps} onClick={() => void endSession(id)}>
                Encerrar
              </Button>
            )}
          </CardRow>
        ))}
      </ul>
    </Card>
  );
}
