import { existsSync, renameSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { runCommand } from './command.ts';
import { OperatorError } from './database.ts';
import { syncFile } from './sync-file.ts';

const FOR_POSTGRES =
  'Com PostgreSQL, faça a cópia com pg_dump: pg_dump --format=custom --file=ARQUIVO "$DATABASE_URL"';

await runCommand({
  usage: 'npm run backup -- ARQUIVO',
  options: {},
  async run({ config, database, positionals, print }) {
    const [file] = positionals;
    if (!file) throw new OperatorError('Uso: npm run backup -- ARQUIVO');
    if (config.databaseUrl !== null) throw new OperatorError(FOR_POSTGRES);
    if (existsSync(file)) throw new OperatorError(`${file} já existe; escolha outro nome.`);
    // Under its own name only when whole and on the disk: half a copy is never taken for one.
    const unfinished = `${file}.incompleto`;
    rmSync(unfinished, { force: true });
    await sql`vacuum into ${unfinished}`.execute(database);
    syncFile(unfinished);
    renameSync(unfinished, file);
    const { n } = await database
      .selectFrom('leads')
      .select((expression) => expression.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    print(`Cópia em ${file} (${n} leads)\n`);
  },
});
