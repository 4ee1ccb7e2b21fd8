/**
 * Returns the `SMTP_URL`; empty if all fields are empty. Port 465 encrypts from the start, others after the greeting.
 * @param server the host, followed by `:port` unless that is 465: `mail.escola.com.br:587`
 */
export function composeSmtpUrl(server: string, user: string, password: string): string {
  if (server === '' && user === '' && password === '') return '';
  const [host, port = '465'] = server.split(/:(?=\d+$)/);
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
}
