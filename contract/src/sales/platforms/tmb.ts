import type { PlatformInfo } from './platform-info.ts';

export const tmb = {
  label: 'TMB',
  domains: ['tmbeducacao.com.br', 'tmb.com.br'],
  // The documented notices have no `utm_term`, so `utm_content` carries the reference as well.
  referenceParameters: ['utm_term', 'utm_content'],
  secretVariable: 'TMB_TOKEN',
  secretLabel: 'Senha que você inventa',
  isSecretInvented: true,
  noticeQuery: '?token=O-SEGREDO',
  steps: [
    'Invente uma senha longa, só de letras e números, e salve-a aqui.',
    'No endereço, troque O-SEGREDO pela mesma senha.',
    'Na TMB, em cada produto: Produtos → Mais opções → Integrações → Webhook Vendas. Cole o endereço em URL e ative; Chave e Valor ficam vazios.',
    'Faça o mesmo em Webhook Etapas do Checkout, com o evento Aguardando Pagamento: sem ele, só se sabe das vendas pagas.',
  ],
} as const satisfies PlatformInfo;
