import type { PlatformInfo } from './platform-info.ts';

export const kiwify = {
  label: 'Kiwify',
  domains: ['kiwify.com.br', 'kiwify.com', 'kiwify.app'],
  referenceParameters: ['s1', 'sck'],
  prefill: { name: 'name', phone: 'phone' },
  secretVariable: 'KIWIFY_TOKEN',
  secretLabel: 'Token do webhook',
  steps: [
    'Na Kiwify, procure Apps → Webhooks e crie um webhook.',
    'Cole o endereço e escolha os produtos e todos os eventos.',
    'Copie o token do webhook e cole-o aqui.',
  ],
} as const satisfies PlatformInfo;
