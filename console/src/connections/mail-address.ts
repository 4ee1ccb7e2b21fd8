/**
 * Returns the address of a mail server, as `SMTP_URL` states it; empty without any field. Port 465 encrypts from the start,
 * others after the greeting.
 * @param server `smtp.gmail.com`, or with another port than 465, `mail.escola.com.br:587`
 */
export function composeMailAddress(server: string, user: string, password: string): string {
  if (server === '' && user === '' && password === '') return '';
  const [host, port = '465'] = server.split(/:(?=\d+$)/);
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
}
