import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { warn } from '../parts/notice.ts';
import { loadAuth } from '../session/client.ts';
import { withFreshFactor } from '../session/factor.ts';
import { explainAuth } from '../sign-in/auth-words.ts';
import { CodeList } from '../sign-in/CodeList.tsx';

async function readCodes() {
  const auth = await loadAuth();
  const { data, error } = await auth.mfa.recoveryCodes.getStatus();
  if (error && error.code !== 'mfa_factor_not_found') throw error;
  return data;
}

/** The second step of the sign-in, and what is left for the day when its phone is lost. */
export function Authenticator() {
  const { data, refetch } = useQuery({ queryKey: ['recovery-codes'], queryFn: readCodes });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function renew() {
    const auth = await loadAuth();
    const made = await withFreshFactor(() =>
      data ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate(),
    );
    if (made.error) return warn(explainAuth(made.error));
    setCodes(made.data.codes);
    await refetch();
  }
  return (
    <section className="panel account-part">
      <h2>Segunda etapa</h2>
      <p>
        <span className="state" data-tone="good">
          Aplicativo autenticador ativo
        </span>
      </p>
      {data !== undefined && (
        <p className="muted">
          {data === null
            ? 'Sem códigos de recuperação: se o celular se perder, só quem cuida do servidor deixa você entrar.'
            : `Códigos de recuperação: ${data.remaining} de ${data.total} ainda valem.`}
        </p>
      )}
      <div className="account-buttons">
        <button type="button" className="button" onClick={() => void renew()}>
          <Icon name="copy" />
          Gerar códigos novos
        </button>
      </div>
      {codes && (
        <Dialog
          isOpen
          onClose={() => setCodes(null)}
          title="Guarde estes códigos"
          description="Os anteriores não valem mais, e estes não aparecem de novo."
        >
          <CodeList codes={codes} />
        </Dialog>
      )}
    </section>
  );
}
