/** Splits a contact's key, `lead:<number>` or `application:<uuid>`. */
export function readContactKey(subject: string) {
  const [kind, id = ''] = subject.split(':');
  return { kind: kind === 'lead' ? 'lead' : 'application', id } as const;
}
