import type { PlatformInfo } from './platform-info.ts';

export const monetizze = {
  label: 'Monetizze',
  domains: ['monetizze.com.br', 'mon.net.br'],
  // The documented notices have no `utm_term`, so `utm_content` carries the reference as well.
  referenceParameters: ['src', 'utm_content'],
  secretVariable: 'MONETIZZE_TOKEN',
  secretLabel: 'Chave única',
  steps: [
    'Na Monetizze: Ferramentas → Postback, tipo Server to Server; cole o endereço.',
    'Copie a chave única da mesma tela e cole-a aqui.',
  ],
} as const satisfies PlatformInfo;
