/**
 * Returns the `SMTP_URL`, or an empty text if all fields are empty. A connection to port 465 is encrypted from the
 * start, one to another port after the greeting.
 * @param server the host, followed by `:port` unless that is 465: `mail.escola.com.br:587`
 */
export function composeSmtpUrl(server: string, user: string, password: string): string {
  if (server === '' && user === '' && password === '') return '';
  const [host, port = '465'] = server.split(/:(?=\d+$)/);
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${port === '465' ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
}
