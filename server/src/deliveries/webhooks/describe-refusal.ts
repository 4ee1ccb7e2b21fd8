import type { UrlRefusal } from './check-url.ts';
import { describeForbidden } from './describe-failure.ts';

/** Why webhooks may not go to an address, for the operator. */
export function describeRefusal(refusal: UrlRefusal): string {
  switch (refusal.reason) {
    case 'not-an-address':
      return 'Escreva o endereço inteiro, como https://exemplo.com/webhook';
    case 'protocol':
      return 'O endereço tem de começar por https:// (ou http://).';
    case 'credentials':
      return 'O endereço não pode ter usuário e senha: quem recebe confere a assinatura (docs/webhooks.md).';
    case 'length':
      return 'O endereço é longo demais: cabem 2000 caracteres.';
    case 'private':
      return describeForbidden(refusal.address);
  }
}
