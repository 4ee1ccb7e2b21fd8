import type { AccountInvitation } from '@funil/contract/console/account';
import { Icon } from '../parts/Icon.tsx';
import { tell } from '../parts/notice.ts';

/** The link for a new operator, or for one who forgot the password; shown this once. */
export function InvitationLink({ invitation }: { invitation: AccountInvitation }) {
  const link = `${window.location.origin}/primeiro-acesso#${invitation.token}`;
  const copy = () => navigator.clipboard.writeText(link).then(() => tell('Link copiado.'));
  return (
    <div className="account-link" role="status">
      <p>
        Mande este link a <strong>{invitation.email}</strong>. Vale uma vez, por 24 horas, e não
        aparece de novo.
      </p>
      <code>{link}</code>
      <div className="account-buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          <Icon name="copy" />
          Copiar link
        </button>
      </div>
    </div>
  );
}
