import type { PlatformInfo } from './platform-info.ts';

export const hotmart = {
  label: 'Hotmart',
  domains: ['hotmart.com', 'hotm.art'],
  referenceParameters: ['sck'],
  prefill: { name: 'name', phone: ['phoneac', 'phonenumber'] },
  secretVariable: 'HOTMART_HOTTOK',
  secretLabel: 'Hottok',
  accountVariable: 'HOTMART_ACCOUNT',
  steps: [
    'Na Hotmart: Ferramentas → Ver todas → Webhook (API e notificações) → Cadastrar Webhook.',
    'Cole o endereço, escolha todos os eventos de compra e, se a tela perguntar, a versão 2.0.0. Salve.',
    'Na aba Autenticação da mesma tela, copie o Hottok e cole-o aqui.',
  ],
} as const satisfies PlatformInfo;
