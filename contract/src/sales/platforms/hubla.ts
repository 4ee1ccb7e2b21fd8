import type { PlatformInfo } from './platform-info.ts';

export const hubla = {
  label: 'Hubla',
  domains: ['hub.la'],
  referenceParameters: ['utm_term'],
  secretVariable: 'HUBLA_TOKEN',
  secretLabel: 'Token da integração',
  steps: [
    'Na Hubla: Integrações → Webhooks → Ativar integração.',
    'Em Autenticação aparece o token: cole-o aqui.',
    'Em Configurações → Adicionar regra, cole o endereço, escolha produtos, ofertas e eventos (versão 2) e crie a regra.',
  ],
} as const satisfies PlatformInfo;
