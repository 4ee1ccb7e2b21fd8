import type { NodemailerError } from 'nodemailer';
import type { SmtpConfig } from '../../config/mail.ts';

/** Most characters kept of what a server says. */
const LONGEST = 600;

export const isMailError = (error: unknown): error is NodemailerError => error instanceof Error;

/** Why a mail server did not take something, for whoever mends it; without the password. */
export function explainFailure(error: unknown, smtp: SmtpConfig): string {
  if (!isMailError(error)) return 'Falha sem causa conhecida.';
  const said = error.response ? `: ${error.response}` : '.';
  return withoutPassword(describe(error, smtp) + said, smtp).slice(0, LONGEST);
}

function describe(error: NodemailerError, { host, port }: SmtpConfig): string {
  const server = `${host}:${port}`;
  switch (error.code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return `${server} não aceitou o usuário e a senha de SMTP_URL`;
    case 'EENVELOPE':
      if (error.command === 'MAIL FROM') return `${server} não aceitou o remetente, NOTIFY_FROM`;
      if (error.command === 'RCPT TO') return `${server} não aceitou quem recebe, NOTIFY_TO`;
      return `${server} não aceitou o envio`;
    case 'EMESSAGE':
      return `${server} não aceitou a mensagem`;
    case 'ETLS':
      return `A conexão segura com ${server} falhou (${error.message})`;
    case 'EDNS':
      return `O nome ${host} não foi encontrado`;
    case 'ETIMEDOUT':
      return `${server} não respondeu a tempo`;
    default:
      break;
  }
  if (/certificate|self-signed|altnames/i.test(error.message)) {
    return `O certificado de ${server} não é de confiança (${error.message})`;
  }
  return `A conexão com ${server} falhou (${error.originalCode ?? error.code ?? 'sem código'})`;
}

/** A server may repeat what it was told, also as it was encoded on its way. */
function withoutPassword(text: string, { login }: SmtpConfig): string {
  if (!login) return text;
  const { user, password } = login;
  const encoded = [password, `\0${user}\0${password}`].map((secret) =>
    Buffer.from(secret).toString('base64'),
  );
  return [password, ...encoded].reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
