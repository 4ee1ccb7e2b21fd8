import type { PlatformName } from '@funil/contract/sales/platforms';

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

/** What to do where the token or the credentials of a connection are created; docs/sales.md says which steps were checked. */
export const CONNECTION_STEPS: Readonly<Record<string, readonly string[]>> = {
  'hotmart-api': [
    'Na Hotmart: Ferramentas → Credenciais Developers → Criar credencial, com “Sandbox” desmarcada.',
    'Copie o Client ID e o Client Secret e guarde-os aqui.',
  ],
  'kiwify-api': [
    'Na Kiwify: Apps → API → Criar API Key, com permissão de ler vendas.',
    'Copie client_id, client_secret e account_id, que estão na mesma tela, e guarde-os aqui.',
  ],
  'eduzz-api': [
    'Em console.eduzz.com: Meus Aplicativos → Novo Aplicativo, com o escopo myeduzz_sales_read.',
    'Nos três pontos dele, clique em Copiar Access Token, e guarde-o aqui.',
  ],
  mail: [
    'No Gmail ou Google Workspace: ligue a verificação em duas etapas e crie uma senha de app em myaccount.google.com/apppasswords.',
    'O servidor é smtp.gmail.com; o usuário e o remetente, a própria conta; a senha, a senha de app.',
    'Noutro serviço, procure “SMTP” no painel dele: ali estão servidor, porta, usuário e senha.',
  ],
  meta: [
    'Na Meta: Gerenciador de Eventos → seu pixel → Configurações → API de Conversões → Gerar token de acesso.',
    'Copie o token e guarde-o aqui. O pixel é o do conteúdo da página.',
  ],
  ga4: [
    'No Google Analytics: Administrador → Fluxos de dados → o fluxo da página → Segredos da API do Measurement Protocol → Criar.',
    'Copie o valor do segredo e guarde-o aqui.',
  ],
  'meta-ads': [
    'No Gerenciador de Negócios: Usuários do sistema → crie um e dê a ele acesso à conta de anúncios (ver desempenho).',
    'Gere um token com a permissão ads_read e guarde-o aqui.',
    'A conta é o número que o endereço do Gerenciador de Anúncios mostra em act=.',
  ],
};
