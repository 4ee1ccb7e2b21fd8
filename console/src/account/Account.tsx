import { ROLE_NAMES } from '@funil/contract/console/roles';
import { Icon } from '../parts/Icon.tsx';
import { View } from '../parts/View.tsx';
import { isOwnSignIn } from '../session/client.ts';
import { useRole } from '../session/role.ts';
import { signOut, useSignIn } from '../session/session.ts';
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx';
import './account.css';
import { Authenticator } from './Authenticator.tsx';
import { Operators } from './Operators.tsx';
import { Password } from './Password.tsx';
import { Sessions } from './Sessions.tsx';

/** Who is signed in, how, and where else; and who else may. */
export function Account() {
  const signIn = useSignIn();
  const role = useRole();
  return (
    <View
      title="Conta"
      lead={signIn.step === 'done' && `${signIn.email} · ${ROLE_NAMES[role]}`}
      actions={
        <button type="button" className="button" onClick={() => void signOut()}>
          <Icon name="out" />
          Sair
        </button>
      }
    >
      <div className="account">
        <section className="panel account-part">
          <h2>Neste aparelho</h2>
          <ThemeSwitch />
        </section>
        {isOwnSignIn() ? (
          <>
            <Password />
            <Authenticator />
            <Sessions />
            {role === 'owner' && <Operators />}
          </>
        ) : (
          <p className="muted">
            Senha, aplicativo e sessões são do projeto Supabase em que você entra.
          </p>
        )}
      </div>
    </View>
  );
}
