/** Splits a contact's key, `lead:<number>` or `application:<uuid>`. */
export function readContactKey(contactKey: string) {
  const [kind, id = ''] = contactKey.split(':');
  return { kind: kind === 'lead' ? 'lead' : 'application', id } as const;
}
