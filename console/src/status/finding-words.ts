/** What the doctor looks at, in words. */
const SUBJECTS: Readonly<Record<string, string>> = {
  clock: 'Relógio',
  console: 'Console',
  content: 'Conteúdo',
  database: 'Banco de dados',
  deliveries: 'Entregas',
  disk: 'Disco',
  mail: 'E-mail',
  sales: 'Vendas',
  settings: 'Configurações',
  site: 'Página',
};

export const nameFinding = (subject: string): string => SUBJECTS[subject] ?? subject;
