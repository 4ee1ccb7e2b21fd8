/** A lead or an application. */
export type ContactRef =
  | { readonly kind: 'lead'; readonly leadId: number }
  | { readonly kind: 'application'; readonly applicationId: string };

/** Returns the ids of leads and of applications among refs. */
export const splitRefs = (refs: readonly ContactRef[]) => ({
  leadIds: refs.flatMap((ref) => (ref.kind === 'lead' ? [ref.leadId] : [])),
  applicationIds: refs.flatMap((ref) => (ref.kind === 'application' ? [ref.applicationId] : [])),
});

/** Returns the name of a lead or an application outside the database. */
export const subjectOf = (ref: ContactRef): string =>
  ref.kind === 'lead' ? `lead:${ref.leadId}` : `application:${ref.applicationId}`;

const NAME = /^(?:lead:([1-9]\d{0,15})|application:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

/** Returns what a name refers to; null if it is no name. */
export function parseSubject(name: string): ContactRef | null {
  const [, lead, application] = NAME.exec(name) ?? [];
  if (application !== undefined) return { kind: 'application', applicationId: application };
  const leadId = Number(lead);
  return Number.isSafeInteger(leadId) ? { kind: 'lead', leadId } : null;
}
