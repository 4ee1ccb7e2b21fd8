import { NotPublicError } from './guard.ts';

/** Our own ends of a try. */
const OUR_REASONS: Readonly<Record<string, string>> = {
  ERR_SLOW: 'Não houve resposta em 15 segundos.',
  ERR_STOPPED: 'Interrompida: o servidor desligou.',
};

const NO_TLS = 'A outra ponta não fala TLS: confira https:// e a porta.';

/** Why there was no answer, by the code that Node gives, for the operator. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'O nome do endereço não existe (DNS).',
  EAI_AGAIN: 'O DNS não responde agora.',
  ECONNREFUSED: 'Ninguém atende nesse endereço e porta.',
  ECONNRESET: 'A outra ponta cortou a conexão sem responder.',
  EPIPE: 'A outra ponta cortou a conexão sem responder.',
  ETIMEDOUT: 'A conexão não se completou.',
  EHOSTUNREACH: 'Não há caminho de rede até esse endereço.',
  ENETUNREACH: 'Não há caminho de rede até esse endereço.',
  EPROTO: NO_TLS,
  CERT_HAS_EXPIRED: 'O certificado TLS venceu.',
  CERT_NOT_YET_VALID: 'O certificado TLS ainda não vale: confira o relógio.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado TLS é autoassinado.',
  SELF_SIGNED_CERT_IN_CHAIN: 'O certificado TLS é autoassinado.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Falta o certificado intermediário do TLS.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Ninguém conhecido assina o certificado TLS.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado TLS é de outro nome.',
};

/** Why a try had no answer: a sentence in Portuguese, and the code that people search for. */
export function describeFailure(error: NodeJS.ErrnoException): string {
  if (error instanceof NotPublicError) return describeForbidden(error.address);
  const code = error.code ?? error.name;
  const ours = OUR_REASONS[code];
  if (ours !== undefined) return ours;
  if (code.startsWith('HPE_')) return `A resposta não é HTTP (${code}).`;
  const reason = REASONS[code] ?? (code.startsWith('ERR_SSL_') ? NO_TLS : 'A conexão falhou.');
  return `${reason.slice(0, -1)} (${code}).`;
}

export const describeForbidden = (address: string): string =>
  `O endereço leva a ${address}, que não é da internet pública; WEBHOOK_ALLOW_PRIVATE=true permite.`;
