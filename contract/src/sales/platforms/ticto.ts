import type { PlatformInfo } from './platform-info.ts';

export const ticto = {
  label: 'Ticto',
  domains: ['ticto.app', 'ticto.com.br'],
  referenceParameters: ['sck'],
  prefill: { name: 'name' },
  secretVariable: 'TICTO_TOKEN',
  secretLabel: 'Token do webhook',
  steps: [
    'Na Ticto, procure Ferramentas e nelas Webhook, na versão 2.0.',
    'Cole o endereço e escolha todos os eventos.',
    'Copie o token que a tela mostra e cole-o aqui.',
  ],
} as const satisfies PlatformInfo;
