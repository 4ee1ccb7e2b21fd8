import type { PlatformInfo } from './platform-info.ts';

export const eduzz = {
  label: 'Eduzz',
  domains: ['eduzz.com', 'edzz.la'],
  // The documented notices have no `utm_term`, so `utm_content` carries the reference as well.
  referenceParameters: ['utm_term', 'utm_content'],
  secretVariable: 'EDUZZ_SECRET',
  secretLabel: 'Chave que assina o webhook',
  accountVariable: 'EDUZZ_ACCOUNT',
  steps: [
    'Na Eduzz, abra integrations.eduzz.com/webhook/configs → + Nova configuração.',
    'Em Chave de acesso, escolha ou crie a chave e salve o valor dela aqui, antes do próximo passo.',
    'Cole o endereço e clique em Verificar URL; depois escolha os eventos de MyEduzz e salve.',
  ],
} as const satisfies PlatformInfo;
