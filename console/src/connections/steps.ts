import type { PlatformName } from '@funil/contract/platforms';

/** What to do in each platform's panel; docs/sales.md says which steps were checked against its documentation. */
export const STEPS: Readonly<Record<PlatformName, readonly string[]>> = {
  hotmart: [
    'Na Hotmart: Ferramentas → Ver todas → Webhook (API e notificações) → Cadastrar Webhook.',
    'Cole o endereço, escolha todos os eventos de compra e, se a tela perguntar, a versão 2.0.0. Salve.',
    'Na aba Autenticação da mesma tela, copie o Hottok e guarde-o aqui.',
  ],
  kiwify: [
    'Na Kiwify, procure Apps → Webhooks e crie um webhook.',
    'Cole o endereço e escolha os produtos e todos os eventos.',
    'Copie o token do webhook e guarde-o aqui.',
  ],
  eduzz: [
    'Na Eduzz, abra integrations.eduzz.com/webhook/configs → + Nova configuração.',
    'Em Chave de acesso, escolha ou crie a chave e guarde o valor dela aqui, antes do próximo passo.',
    'Cole o endereço e clique em Verificar URL; depois escolha os eventos de MyEduzz e salve.',
  ],
  hubla: [
    'Na Hubla: Integrações → Webhooks → Ativar integração.',
    'Em Autenticação aparece o token: guarde-o aqui.',
    'Em Configurações → Adicionar regra, cole o endereço, escolha produtos, ofertas e eventos (versão 2) e crie a regra.',
  ],
  ticto: [
    'Na Ticto, procure Ferramentas e nelas Webhook, na versão 2.0.',
    'Cole o endereço e escolha todos os eventos.',
    'Copie o token que a tela mostra e guarde-o aqui.',
  ],
  tmb: [
    'Invente uma senha longa, só de letras e números, e guarde-a aqui.',
    'No endereço, troque O-SEGREDO pela mesma senha.',
    'Na TMB, procure a área de integrações, ou peça ao suporte, e cadastre esse endereço.',
  ],
  monetizze: [
    'Na Monetizze: Ferramentas → Postback, tipo Server to Server; cole o endereço.',
    'Copie a chave única da mesma tela e guarde-a aqui.',
  ],
};
