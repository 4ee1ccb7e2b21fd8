import { type AlertText, addRoleAlerts, describeClient } from '../operators/alerts.ts';
import type { ClientInfo } from '../operators/attempts.ts';
import { recordAudit } from '../operators/audit.ts';
import type { Database } from '../store/database.ts';

const REDIRECT_ALERT_TEXT: Omit<AlertText, 'fields'> = {
  subject: 'A página passa a cobrar ou a medir em outro lugar',
  kicker: 'Sua página',
  title: 'O checkout ou um código de medição da página mudou',
  what: 'É onde se paga, ou para quem vão os números das visitas.',
  remedy:
    'Confira em Página, Versões, o que mudou. Não era para mudar? Ponha de volta a versão anterior, e tire o acesso de quem publicou.',
  isUrgent: true,
  button: { label: 'Abrir Página', path: '/pagina' },
};

export interface PublishedBy {
  readonly id: string;
  readonly email: string;
  readonly isFactorFresh: boolean;
  readonly client: ClientInfo;
}

interface PublicationRecord {
  readonly by: PublishedBy;
  readonly kind: 'publish' | 'restore';
  readonly redirects: boolean;
}

/** Owners get an e-mail if buyers or measurements are redirected. */
export const recordPublication = (
  database: Database,
  { by, kind, redirects }: PublicationRecord,
  now: number,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    const action = kind === 'publish' ? 'page.published' : 'page.restored';
    await recordAudit(transaction, { operator: by, action }, now);
    if (!redirects) return;
    const fields = [{ label: 'Quem publicou', value: by.email }, ...describeClient(by.client)];
    const text = { ...REDIRECT_ALERT_TEXT, fields };
    await addRoleAlerts(transaction, { to: ['owner'], text }, now);
  });
