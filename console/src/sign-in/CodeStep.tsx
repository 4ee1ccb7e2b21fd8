import { useEffect } from 'react';
import { signOut } from '../session/session.ts';
import { CodeField } from './CodeField.tsx';
import { Door } from './Door.tsx';
import { TryForm } from './TryForm.tsx';
import { useForm } from './use-form.ts';
import { verifyCode } from './verify-code.ts';

export function CodeStep({ onLost }: { onLost: () => void }) {
  const { error, isBusy, first, submit } = useForm(verifyCode);
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
