import { sql } from 'kysely';
import { runCommand } from './command.ts';
import { type OperatorDatabase, OperatorError } from './database.ts';
import { forgetEventsBefore, forgetPerson, phoneDigits } from './forget-person.ts';

const USAGE = `npm run forget -- --phone NÚMERO | --email ENDEREÇO   apaga uma pessoa de todas as tabelas
npm run forget -- --older-than 180d                  apaga eventos mais antigos`;

const DAY = 24 * 60 * 60 * 1000;

await runCommand({
  usage: USAGE,
  options: {
    phone: { type: 'string' },
    email: { type: 'string' },
    'older-than': { type: 'string' },
  },
  async run({ config, database, values, print }) {
    const { phone, email, 'older-than': age } = values as Record<string, string | undefined>;
    if (phone === undefined && email === undefined && age === undefined) {
      throw new OperatorError(USAGE);
    }
    if (phone !== undefined && phoneDigits(phone).length < 10) {
      throw new OperatorError('O telefone precisa de DDD e número: --phone "(11) 98765-4321"');
    }
    const isEmail = email === undefined || /^[^\s@]+@[^\s@]+$/.test(email.trim());
    if (!isEmail) throw new OperatorError('O e-mail precisa ser completo: --email ana@exemplo.com');
    const moment = age === undefined ? null : readAge(age, new Date());

    if (phone !== undefined || email !== undefined) {
      const erased = await forgetPerson(database, { phone, email });
      for (const [table, n] of Object.entries(erased)) print(`${table}: ${n}\n`);
    }
    if (moment) print(`jornada: ${await forgetEventsBefore(database, moment)}\n`);
    if (config.databaseUrl === null) await emptyLog(database);
  },
});

function readAge(text: string, now: Date): Date {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days === undefined) throw new OperatorError('O prazo é em dias: --older-than 180d');
  return new Date(now.getTime() - Number(days) * DAY);
}

/** What was erased may still stand in SQLite's write-ahead log; this writes it back and empties it. */
async function emptyLog(database: OperatorDatabase) {
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
}
