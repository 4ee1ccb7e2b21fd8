import type { AccountOperator } from '@funil/contract/console/account';
import { ROLE_NAMES, type Role } from '@funil/contract/console/roles';
import { useState } from 'react';
import { call, explain } from '../api.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Moment } from '../parts/Moment.tsx';
import { tell, warn } from '../parts/notice.ts';
import { RoleField } from './RoleField.tsx';

interface Props {
  operator: AccountOperator;
  onChanged: () => Promise<void>;
  /** A new link, for a password that was forgotten. */
  onReset: () => void;
}

export function OperatorRow({ operator, onChanged, onReset }: Props) {
  const { id, email, role, last_sign_in_at, has_factor, is_me } = operator;
  const [isAsking, setIsAsking] = useState(false);
  async function change(next: Role) {
    try {
      await call(`account/operators/${id}`, { method: 'PATCH', body: { role: next } });
      await onChanged();
      tell(`${email}: ${ROLE_NAMES[next]}.`);
    } catch (error) {
      warn(explain(error));
    }
  }
  async function remove() {
    setIsAsking(false);
    try {
      await call(`account/operators/${id}`, { method: 'DELETE' });
      await onChanged();
      tell(`${email} não entra mais.`);
    } catch (error) {
      warn(explain(error));
    }
  }
  return (
    <li className="account-operator">
      <div>
        <p>
          {email} {is_me && <span className="muted">(você)</span>}
        </p>
        <p className="small muted">
          {is_me && `${ROLE_NAMES[role]} · `}
          {last_sign_in_at ? (
            <>
              entrou <Moment at={last_sign_in_at} />
            </>
          ) : (
            'ainda não entrou'
          )}
          {!has_factor && ' · sem aplicativo autenticador'}
        </p>
      </div>
      {!is_me && (
        <div className="account-buttons">
          <RoleField
            label={`Papel de ${email}`}
            isQuiet
            value={role}
            onChange={(next) => void change(next)}
          />
          <button type="button" className="button" onClick={onReset}>
            Novo link
          </button>
          <button
            type="button"
            className="button quiet square"
            aria-label={`Remover ${email}`}
            onClick={() => setIsAsking(true)}
          >
            <Icon name="trash" />
          </button>
        </div>
      )}
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Remover ${email}?`}
        description="As sessões dessa pessoa terminam agora. O que ela fez continua na trilha."
        actions={
          <>
            <button type="button" className="button" onClick={() => setIsAsking(false)}>
              Cancelar
            </button>
            <button type="button" className="button bad" onClick={() => void remove()}>
              Remover
            </button>
          </>
        }
      />
    </li>
  );
}
