import { type DayLimits, readPeriod, type TimeRange } from '../../report/period.ts';
import { OperatorError } from './definition.ts';

/** The options of all commands, so that one name has one meaning. Names are Portuguese, except technical words. */
export const COMMAND_OPTIONS = {
  csv: { value: 'ARQUIVO', help: 'grava um CSV que o Excel abre; “-” escreve no terminal' },
  json: { value: 'ARQUIVO', help: 'grava um JSON, horários em UTC; “-” escreve no terminal' },
  desde: { value: 'AAAA-MM-DD', help: 'primeiro dia, de Brasília' },
  ate: { value: 'AAAA-MM-DD', help: 'último dia, incluído' },
  telefone: { value: 'NÚMERO', help: 'o que tem esse número, com ou sem +55 e nono dígito' },
  email: { value: 'ENDEREÇO', help: 'o que tem esse e-mail' },
  'mais-antigos': { value: 'PRAZO', help: 'o que foi gravado há mais de 180d, 6m ou 2a' },
  'o-que': {
    value: 'LISTA',
    help: 'com --mais-antigos, só isto: leads,aplicacoes,rascunhos,eventos,compradores (sem ela, tudo)',
  },
  tambem: {
    value: 'IDS',
    help: 'também estas linhas da lista que o comando mostra, que podem ser de outra pessoa',
  },
  menos: { value: 'IDS', help: 'sem estas linhas da lista que o comando mostra' },
  sim: { help: 'faz sem perguntar' },
  'com-pessoas': { help: 'também nome, e-mail e telefone de quem comprou' },
  testes: { help: 'só as vendas de teste, que não contam em lugar nenhum' },
  link: { value: 'TELEFONE', help: 'mostra o endereço do checkout de quem tem esse número' },
  produto: {
    value: 'NOME',
    help: 'com --link: outro produto da página, pelo nome dele nas vendas',
  },
  papel: {
    value: 'PAPEL',
    help: 'owner (tudo), manager (sem operadores nem segredos), attendant (só atender; é o padrão) ou traffic (números e anúncios, sem pessoas)',
  },
  'password-stdin': { help: 'em vez do link, grava a senha que vem pela entrada padrão' },
  events: { value: 'LISTA', help: 'só estes, como lead.created,sale.paid (sem ela, todos)' },
  dead: { help: 'só as desistidas: nenhuma tentativa deu certo' },
  replay: { value: 'ID', help: 'envia de novo essa entrega; “todas”, com --desde ou --dead' },
  rede: { value: 'REDE', help: 'meta ou google, se o arquivo não diz' },
  simular: { help: 'só diz o que o arquivo mudaria' },
  de: {
    value: 'TIPO',
    help: 'hotmart, kiwify, eduzz, vendas (de outra ferramenta), leads, meta ou google, se as colunas não dizem',
  },
  colunas: {
    value: 'LISTA',
    help: 'em vendas e leads, que coluna é o quê: nome=Cliente,telefone=Celular',
  },
  plataforma: { value: 'NOME', help: 'em vendas, de que plataforma são, como ticto ou hubla' },
  desfazer: { value: 'ID', help: 'desfaz essa importação por inteiro' },
} as const;

const pickOptions = <Name extends keyof typeof COMMAND_OPTIONS>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, COMMAND_OPTIONS[name]])) as Pick<
    typeof COMMAND_OPTIONS,
    Name
  >;

export const LIST_OPTIONS = pickOptions('csv', 'json');
export const SALES_OPTIONS = pickOptions('csv', 'json', 'com-pessoas', 'testes', 'link', 'produto');
export const DELIVERIES_OPTIONS = pickOptions('csv', 'json', 'dead', 'desde', 'replay');
const PERSON_OPTIONS = ['telefone', 'email', 'tambem', 'menos'] as const;
export const FORGET_OPTIONS = pickOptions(...PERSON_OPTIONS, 'mais-antigos', 'o-que', 'sim');
export const RESTORE_OPTIONS = pickOptions('sim');
export const SPEND_OPTIONS = pickOptions('csv', 'json', 'rede', 'simular', 'desfazer');
export const RECONCILE_OPTIONS = pickOptions('desde', 'ate');
export const IMPORT_OPTIONS = pickOptions(
  'json',
  'de',
  'simular',
  'colunas',
  'plataforma',
  'desfazer',
);
export const OPERATOR_OPTIONS = pickOptions('papel', 'password-stdin');

/** Returns the option's value; null if the option is missing. @throws OperatorError for an unknown choice */
export function readOptionChoice<Choice extends string>(
  option: string,
  choices: readonly Choice[],
  given: string | undefined,
): Choice | null {
  const choice = choices.find((candidate) => candidate === given);
  if (given !== undefined && choice === undefined) {
    throw new OperatorError(`--${option} espera ${choices.join(', ')}, e recebeu “${given}”.`);
  }
  return choice ?? null;
}

/** Returns the import's number; null if `--desfazer` is missing. @throws OperatorError */
export function readUndoOption({ desfazer }: { readonly desfazer?: string }): number | null {
  if (desfazer === undefined) return null;
  if (/^[1-9]\d{0,14}$/.test(desfazer)) return Number(desfazer);
  throw new OperatorError(`--desfazer espera o número da importação, e recebeu “${desfazer}”.`);
}

/** Returns the start of the day; null if `--desde` is missing. @throws OperatorError */
export const readSince = ({ desde }: { readonly desde?: string }) =>
  readPeriodOptions({ first: desde, last: undefined }).from;

const PERIOD_OPTIONS = { first: 'desde', last: 'ate' } as const;

/** @throws OperatorError if a day is invalid, or the days are reversed */
export function readPeriodOptions(days: DayLimits): TimeRange {
  const periodResult = readPeriod(days);
  if (periodResult.ok) return periodResult.period;
  const { first, last } = days;
  if (periodResult.reason === 'reversed') {
    throw new OperatorError(
      `--desde ${first} é depois de --ate ${last}. Ao contrário: --desde ${last} --ate ${first}`,
    );
  }
  const option = PERIOD_OPTIONS[periodResult.which];
  const text = days[periodResult.which] ?? '';
  const isWellFormed = /^\d{4}-\d\d-\d\d$/.test(text);
  throw new OperatorError(
    isWellFormed
      ? `--${option} ${text}: esse dia não existe no calendário.`
      : `--${option} espera uma data como 2026-03-01, e recebeu “${text}”.`,
  );
}
