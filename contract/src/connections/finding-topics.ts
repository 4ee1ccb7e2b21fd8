/** Topics in the order of the doctor's output. */
export const FINDING_TOPICS = {
  settings: 'Configurações',
  database: 'Banco de dados',
  disk: 'Disco',
  copies: 'Cópias de segurança',
  clock: 'Relógio',
  server: 'Servidor',
  site: 'Página',
  content: 'Conteúdo',
  sales: 'Vendas',
  spend: 'Gasto com anúncios',
  mail: 'E-mail',
  deliveries: 'Entregas',
  console: 'Painel',
} as const;
export type FindingTopic = keyof typeof FINDING_TOPICS;
