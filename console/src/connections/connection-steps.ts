/** The steps that create a connection's token or credentials; docs/sales.md says which were checked. */
export const CONNECTION_STEPS: Readonly<Record<string, readonly string[]>> = {
  'hotmart-api': [
    'Na Hotmart: Ferramentas → Credenciais Developers → Criar credencial, com “Sandbox” desmarcada.',
    'Copie o Client ID e o Client Secret e cole-os aqui.',
  ],
  'kiwify-api': [
    'Na Kiwify: Apps → API → Criar API Key, com permissão de ler vendas.',
    'Copie client_id, client_secret e account_id, que estão na mesma tela, e cole-os aqui.',
  ],
  'eduzz-api': [
    'Em console.eduzz.com: Meus Aplicativos → Novo Aplicativo, com o escopo myeduzz_sales_read.',
    'Nos três pontos dele, clique em Copiar Access Token, e cole-o aqui.',
  ],
  mail: [
    'No Gmail ou Google Workspace: ligue a verificação em duas etapas e crie uma senha de app em myaccount.google.com/apppasswords.',
    'O servidor é smtp.gmail.com; o usuário e o remetente, a própria conta; a senha, a senha de app.',
    'Noutro serviço, procure “SMTP” no painel dele: ali estão servidor, porta, usuário e senha.',
  ],
  copies: [
    'Peça a quem cuida do servidor uma pasta em outro disco, que o Funil possa usar, e escreva aqui o caminho dela.',
    'Peça também que as cópias sejam levadas toda noite para outra máquina.',
  ],
  meta: [
    'Na Meta: Gerenciador de Eventos → seu pixel → Configurações → API de Conversões → Gerar token de acesso.',
    'Copie o token e cole-o aqui. O pixel é o do conteúdo da página.',
  ],
  ga4: [
    'No Google Analytics: Administrador → Fluxos de dados → o fluxo da página → Segredos da API do Measurement Protocol → Criar.',
    'Copie o valor do segredo e cole-o aqui.',
  ],
  'meta-ads': [
    'No Gerenciador de Negócios: Usuários do sistema → crie um e dê a ele acesso à conta de anúncios (ver desempenho).',
    'Gere um token com a permissão ads_read e cole-o aqui.',
    'A conta é o número que o endereço do Gerenciador de Anúncios mostra em act=.',
  ],
};
