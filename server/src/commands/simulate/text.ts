import { PLATFORMS, type PlatformName } from '@funil/contract/platforms';
import type { Failure } from '../../simulate/requests.ts';

const list = (platforms: readonly PlatformName[]) =>
  platforms.map((name) => `${name} (${PLATFORMS[name].secretVariable})`).join(', ');

export const WITHOUT_SECRET = (platforms: readonly PlatformName[]): string =>
  `Sem segredo no ambiente, ficam de fora as vendas de: ${list(platforms)}.\n`;

export const WITHOUT_DOOR = (platforms: readonly PlatformName[], url: string): string =>
  `O servidor de ${url} não recebe avisos de: ${list(platforms)}. Ligue-o com o mesmo segredo.\n`;

export const SLOWED = (wait: number): string =>
  `O servidor limita os pedidos de um endereço e pede ${Math.ceil(wait / 1000)} s de espera. ` +
  'Para simular depressa, ligue-o com RATE_LIMIT=0.\n';

export const NO_SERVER = {
  unreachable: (url: string) =>
    `Não há servidor em ${url}. Ligue-o antes (RATE_LIMIT=0 npm start) ou diga onde está: --url.`,
  'no-server': (url: string) =>
    `O que responde em ${url} não é o servidor da página. Confira --url.`,
};

/** What a request that never came through means, and what to do. */
export function explainFailure({ reason, door, status, detail }: Failure, url: string): string {
  switch (reason) {
    case 'limited':
      return `O servidor de ${url} segue recusando pedidos em excesso (429). Ligue-o com RATE_LIMIT=0 enquanto simula.`;
    case 'unavailable':
      return `O servidor de ${url} não consegue gravar agora (${status}). ${detail}`.trimEnd();
    case 'unreachable':
      return `O servidor de ${url} deixou de responder: ${detail}`;
    case 'refused':
      return `O servidor recusa o que vai para ${door} (${status}): ${detail}${hintOf(door, status)}`;
  }
}

function hintOf(door: Failure['door'], status: number): string {
  if (status !== 401) return '';
  const platform = /^postbacks\/(\w+)$/.exec(door)?.[1];
  const variable = Object.entries(PLATFORMS).find(([name]) => name === platform)?.[1]
    .secretVariable;
  return `\n${variable ?? 'PUBLIC_SUPABASE_ANON_KEY'} aqui difere do valor que o servidor usa.`;
}
