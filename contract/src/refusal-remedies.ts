import { PLATFORMS, type PlatformName } from './platforms.ts';
import type { RefusalReason } from './refusals.ts';

/** Returns the sentence that says what to do about notices refused for a reason. */
export function refusalRemedy(platform: PlatformName, reason: RefusalReason): string {
  const { label, secretVariable } = PLATFORMS[platform];
  switch (reason) {
    case 'proof':
    case 'failures':
      return `Confira se o segredo no painel da ${label} é o que está em Ligações, no painel do Funil (ou em ${secretVariable}, no .env: depois de trocá-lo ali, reinicie o servidor). Depois reenvie os avisos pelo painel da ${label}.`;
    case 'secret':
      return `Copie o segredo do painel da ${label} para Ligações, no painel do Funil (ou para ${secretVariable} no .env, e reinicie o servidor). Depois reenvie os avisos pelo painel da ${label}.`;
    case 'size':
      return `O Funil aceita avisos de até 256 kB: confira no painel da ${label} se o endereço recebe mesmo os avisos de venda.`;
  }
}
