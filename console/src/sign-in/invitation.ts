import { DEVICE_HEADER } from '@funil/contract/console/device';
import { loadAuth } from '../session/client.ts';
import { readDevice } from '../session/device.ts';
import { WEAK_PASSWORD } from './auth-words.ts';

const USED = 'Este link já foi usado ou venceu. Peça outro a quem cuida do servidor.';
const UNREACHABLE = 'Sem conexão com o servidor. Confira a internet e tente de novo.';

async function post(path: string, body: object): Promise<Response | null> {
  try {
    return await fetch(`/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [DEVICE_HEADER]: readDevice() },
      body: JSON.stringify(body),
    });
  } catch {
    // No answer came: told as such.
    return null;
  }
}

/** Whom a one-time link is for; `email: null`: whoever opens it first. A text says why it is good for nothing. */
export async function lookAtInvitation(token: string): Promise<{ email: string | null } | string> {
  const response = await post('invite/look', { token });
  if (response === null) return UNREACHABLE;
  return response.ok ? await response.json() : USED;
}

/** Takes the invitation, once, and signs in. @returns what went wrong, or null */
export async function acceptInvitation(body: {
  token: string;
  password: string;
  email?: string;
}): Promise<string | null> {
  const response = await post('invite', body);
  if (response === null) return UNREACHABLE;
  if (response.status === 422) return WEAK_PASSWORD;
  if (response.status === 429) return 'Tentativas demais. Espere alguns minutos e tente de novo.';
  if (!response.ok) return USED;
  window.history.replaceState(null, '', '/');
  const auth = await loadAuth();
  const { error } = await auth.setSession(await response.json());
  return error && 'A senha foi salva. Entre com ela.';
}
