import { useEffect } from 'react';
import { loadAuth } from '../session/client.ts';
import { signOut } from '../session/session.ts';
import { CodeField } from './CodeField.tsx';
import { Door } from './Door.tsx';
import { TryForm } from './TryForm.tsx';
import { useForm } from './use-form.ts';

export function CodeStep({ onLost }: { onLost: () => void }) {
  const { error, isBusy, first, submit } = useForm(async (data) => {
    const auth = await loadAuth();
    const factors = await auth.mfa.listFactors();
    const factorId = factors.data?.totp[0]?.id;
    if (factorId === undefined) return factors.error ?? 'Não deu certo. Entre de novo.';
    const code = String(data.get('code'));
    const result = await auth.mfa.challengeAndVerify({ factorId, code });
    return result.error;
  });
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
      <div className="door-row">
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
