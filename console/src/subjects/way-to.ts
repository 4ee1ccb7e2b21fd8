/** Where somebody's story is: `lead:7` or `application:…`. */
export function wayTo(subject: string) {
  const [kind, id = ''] = subject.split(':');
  const to = kind === 'lead' ? ('/leads/$id' as const) : ('/aplicacoes/$id' as const);
  return { to, params: { id }, search: {} };
}
