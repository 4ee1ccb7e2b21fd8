/** What a lead or an application is called from outside. */
export type ContactRef =
  | { readonly kind: 'lead'; readonly leadId: number }
  | { readonly kind: 'application'; readonly applicationId: string };

export const nameOf = (ref: ContactRef): string =>
  ref.kind === 'lead' ? `lead:${ref.leadId}` : `application:${ref.applicationId}`;

const NAME = /^(?:lead:([1-9]\d{0,15})|application:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

/** Null: no such name can be. */
export function readName(name: string): ContactRef | null {
  const [, lead, application] = NAME.exec(name) ?? [];
  if (application !== undefined) return { kind: 'application', applicationId: application };
  const leadId = Number(lead);
  return Number.isSafeInteger(leadId) ? { kind: 'lead', leadId } : null;
}
