import { MARKED_KINDS } from '@funil/contract/console/live';
import { auditQuerySchema } from '@funil/contract/operators/audit';
import { EVERYONE, MANAGEMENT } from '@funil/contract/operators/roles';
import { toUniqueStatusFindings } from '../../connections/finding.ts';
import { countUnlistedLeads } from '../../contacts/write-contacts.ts';
import { listContactStaffEmails } from '../../operators/accounts.ts';
import { listAudit } from '../../operators/audit.ts';
import { readAuditNames } from '../audit-names.ts';
import { shareResults } from '../long-tasks.ts';
import { createMarksReader } from '../marks.ts';
import { MARK_ROLES, seesAllContacts } from './access.ts';
import type { AddRoute, RouteDependencies } from './data-route.ts';

const DOCTOR_FINDINGS_KEPT_MS = 15_000;

export function addStatusRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database, site, readBuildId, now, longTasks } = deps;
  addRoute('GET context', { roles: EVERYONE }, async ({ operator: { id, email, role } }) => {
    const siteInfo = site();
    return {
      product: siteInfo?.product ?? '',
      reply_hours: siteInfo?.replyHours ?? null,
      operator: { id, email, role },
      team: seesAllContacts(role) ? await listContactStaffEmails(database) : [email],
      build: readBuildId(),
    };
  });
  const readMarks = createMarksReader(deps);
  addRoute('GET live', { roles: EVERYONE, isPolled: true }, async ({ operator: { role } }) => {
    const marks = await readMarks();
    const visibleMarks = MARKED_KINDS.filter((kind) => MARK_ROLES[kind].includes(role)).map(
      (kind) => [kind, marks[kind]],
    );
    return { build: readBuildId(), role, marks: Object.fromEntries(visibleMarks) };
  });
  addRoute('GET audit', { roles: MANAGEMENT, query: auditQuerySchema }, async (call) => {
    const { items, next } = await listAudit(database, call.query.after ?? null, call.query.limit);
    const subjects = items.flatMap(({ subject }) => subject ?? []);
    const names = await readAuditNames(database, [...new Set(subjects)]);
    const named = items.map((item) => ({ ...item, name: names.get(item.subject ?? '') ?? null }));
    return { items: named, next };
  });
  const examineInstallation = shareResults(
    async (_request: null) => ({
      checked_at: new Date(now()).toISOString(),
      findings: toUniqueStatusFindings(await longTasks.examineInstallation()),
    }),
    { keptMs: DOCTOR_FINDINGS_KEPT_MS },
  );
  addRoute('GET status', { roles: MANAGEMENT }, async () => ({
    ...(await examineInstallation(null)),
    unlisted: await countUnlistedLeads(database),
  }));
}
