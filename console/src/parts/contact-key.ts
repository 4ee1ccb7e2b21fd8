/** Returns the kind and the id in a contact's key, which is `lead:<number>` or `application:<uuid>`. */
export function readContactKey(subject: string) {
  const [kind, id = ''] = subject.split(':');
  return { kind: kind === 'lead' ? 'lead' : 'application', id } as const;
}
