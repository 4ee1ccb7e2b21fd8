import { existsSync } from 'node:fs';
import { formatQuantity } from '@funil/contract/counts';
import { partsOf, todaysCopy } from '../copies/copy-names.ts';
import { makeDailyCopy } from '../copies/daily-copy.ts';
import { makeCopy } from '../copies/make-copy.ts';
import { keyFileOf } from '../settings/secrets-key.ts';
import { runDatabaseCommand } from './run/command.ts';
import { OperatorError } from './run/definition.ts';

const POSTGRES_BACKUP_ADVICE =
  'O PostgreSQL se copia com pg_dump: pg_dump --format=custom --file=ARQUIVO "$DATABASE_URL"\n';

const explainUncopiedKey = (file: string) =>
  `A cópia leva fechados, sem a chave, os segredos guardados no painel e o que abre o painel: guarde SECRETS_KEY, ou ${file}, em outro lugar.\n`;

await runDatabaseCommand({
  name: 'backup',
  summary:
    'Copia o banco embutido, o conteúdo da página e as imagens originais, e confere a cópia; com o servidor ligado ou não.',
  access: 'read',
  operand: 'ARQUIVO',
  options: {},
  examples: ['npm run backup', 'npm run backup -- /backup/funil-2026-03-01.db'],
  check({ operand: file }) {
    if (file !== '' && existsSync(file)) {
      throw new OperatorError(`${file} já existe; escolha outro nome.`);
    }
  },
  async run({ config, database, operand: file, print, note }) {
    const { dir } = config.copies;
    if (file === '' && dir === null) {
      throw new OperatorError('Uso: npm run backup -- ARQUIVO; sem ele, defina BACKUP_DIR.');
    }
    const now = Date.now();
    const dailyFolder = file === '' ? dir : null;
    const copy = dailyFolder === null ? file : todaysCopy(dailyFolder, now);
    const copying = dailyFolder ? makeDailyCopy(config, dailyFolder, now) : makeCopy(config, copy);
    // The thread passes on only its error's message.
    const { totals, hasContent } = await copying.catch(({ message }: Error) => {
      throw new OperatorError(message);
    });
    const leads = Number(totals?.leads.n ?? 0);
    if (totals === null) note(POSTGRES_BACKUP_ADVICE);
    else
      print(`Cópia em ${copy} (${formatQuantity(leads, 'lead', 'leads')}), aberta e conferida\n`);
    if (hasContent) print(`Cópia do conteúdo da página em ${partsOf(copy).content}\n`);
    const sealedRow =
      (await database.selectFrom('stored_settings').select('name').executeTakeFirst()) ??
      (await database.selectFrom('signing_keys').select('kid').executeTakeFirst());
    if (sealedRow && totals !== null) note(explainUncopiedKey(keyFileOf(config)));
  },
});
