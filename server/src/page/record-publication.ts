import { MINUTE_MS } from '@funil/contract/durations';
import { type AlertText, addRoleAlerts, describeClient } from '../operators/alerts.ts';
import type { ClientInfo } from '../operators/attempts.ts';
import { addAuditLine } from '../operators/audit.ts';
import type { PageDependencies } from './draft.ts';
import { addVersion, type NewVersion } from './versions.ts';

const SENSITIVE_CHANGE_ALERT_TEXT: Omit<AlertText, 'fields'> = {
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
  readonly version: NewVersion;
  readonly isSensitive: boolean;
}

/** Longer than any build. If the process dies while building, the e-mails leave after this time. */
const MAX_BUILD_MS = 15 * MINUTE_MS;

type RecordedPublication = Awaited<ReturnType<typeof recordPublication>>;

/** E-mails to owners about a sensitive change wait for the build. */
export function recordPublication(
  { database, now }: Pick<PageDependencies, 'database' | 'now'>,
  { by, version, isSensitive }: PublicationRecord,
) {
  return database.transaction().execute(async (transaction) => {
    const number = await addVersion({ database: transaction, now }, version);
    const action = version.kind === 'publish' ? 'page.published' : 'page.restored';
    const auditId = await addAuditLine(transaction, { operator: by, action }, now());
    const fields = [{ label: 'Quem publicou', value: by.email }, ...describeClient(by.client)];
    const text = { ...SENSITIVE_CHANGE_ALERT_TEXT, fields };
    const dueAt = now() + MAX_BUILD_MS;
    const alerts = isSensitive
      ? await addRoleAlerts(transaction, { to: ['owner'], text, dueAt }, now())
      : [];
    return { number, auditId, alerts };
  });
}

/** Lets the e-mails leave, because the page is on air. */
export async function confirmPublication(
  { database, now }: Pick<PageDependencies, 'database' | 'now'>,
  { alerts }: RecordedPublication,
): Promise<void> {
  if (alerts.length === 0) return;
  await database
    .updateTable('deliveries')
    .set({ due_at: new Date(now()).toISOString() })
    .where('event_number', 'in', alerts)
    .execute();
}

export const withdrawPublication = (
  { database }: Pick<PageDependencies, 'database'>,
  { number, auditId, alerts }: RecordedPublication,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('page_versions').where('number', '=', number).execute();
    await transaction.deleteFrom('audit').where('id', '=', auditId).execute();
    if (alerts.length === 0) return;
    await transaction.deleteFrom('outbox_events').where('number', 'in', alerts).execute();
  });
