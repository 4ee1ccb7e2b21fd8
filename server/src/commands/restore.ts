import { formatQuantity } from '@funil/contract/counts';
import { toShortLocalTime } from '@funil/contract/local-time';
import { explainFinished, finishRestore } from '../copies/finish-restore.ts';
import { CopyError } from '../copies/make-copy.ts';
import { planRestore, type RestorePlan, runRestore } from '../copies/restore.ts';
import type { DatabaseTotals } from '../store/sqlite/copy.ts';
import { confirmLine } from './run/ask-line.ts';
import { loadConfig, runCommand } from './run/command.ts';
import { OperatorError, toOperatorError } from './run/definition.ts';
import { RESTORE_OPTIONS } from './run/options.ts';

const NO_TERMINAL_MESSAGE =
  'Nada foi mudado: não há ninguém neste terminal para confirmar. Confira o que seria feito e repita com --sim';

const describeTotals = ({ leads, applications, sales }: DatabaseTotals): string =>
  [
    formatQuantity(Number(leads.n), 'lead', 'leads'),
    formatQuantity(Number(applications.n), 'aplicação', 'aplicações'),
    formatQuantity(Number(sales.n), 'venda', 'vendas'),
  ].join(', ');

const explainMissingKey = (file: string): string =>
  `Falta a chave: sem SECRETS_KEY, ou ${file}, o painel não abre e os segredos guardados nele se perdem. Ponha-a de volta antes, se ainda a tem.\n`;

await runCommand({
  name: 'restore',
  summary:
    'Põe uma cópia no lugar do banco, do conteúdo e das imagens, com o servidor parado. Diz o que faria e pergunta antes; o que estava no lugar fica guardado ao lado.',
  operand: 'COPIA',
  options: RESTORE_OPTIONS,
  examples: [
    'npm run restore -- /srv/funil/backup/funil-2026-03-01.db',
    'npm run restore -- /srv/funil/backup/funil-2026-03-01.db --sim',
  ],
  check({ operand }) {
    if (operand === '') throw new OperatorError('Uso: npm run restore -- COPIA');
  },
  async run({ env, options, operand, print, note }) {
    const config = loadConfig(env);
    try {
      const finished = await finishRestore(config);
      if (finished !== null) print(explainFinished(finished));
      const plan = planRestore(config, operand);
      print(describePlan(plan, config.store.dataDir));
      if (plan.missingKey !== null) note(explainMissingKey(plan.missingKey));
      if (!options.sim && !(await confirmLine('Restaurar?', NO_TERMINAL_MESSAGE))) {
        return print('Nada foi mudado.\n');
      }
      const { replacedFolder, totals, erasedAgain } = await runRestore(config, plan, Date.now());
      print(`Restaurado e conferido: ${describeTotals(totals)}.\n`);
      if (erasedAgain > 0)
        print(
          `Apagadas de novo, como depois da cópia: ${formatQuantity(erasedAgain, 'pessoa', 'pessoas')}.\n`,
        );
      if (replacedFolder !== null) {
        print(
          `O que estava no lugar está em ${replacedFolder}; apague-o quando tudo estiver certo.\n`,
        );
      }
      print(
        'Quem entra no painel e quem recebe avisos voltou a ser como na cópia: confira, em Conta e em Ligações, quem foi tirado depois. Todos entram de novo.\n',
      );
      print('Ligue o servidor.\n');
    } catch (error) {
      if (error instanceof CopyError) throw new OperatorError(error.message);
      throw toOperatorError(error, config.store);
    }
  },
});

function describePlan(plan: RestorePlan, dataDir: string): string {
  const { copy, copiedAt, totals, replacedTotals, hasContent, hasOriginals, isOlder, erased } =
    plan;
  const restoredParts = [
    'o banco',
    hasContent && 'o conteúdo da página',
    hasOriginals && 'as imagens originais',
  ].filter((part) => part !== false);
  return [
    `Cópia de ${toShortLocalTime(copiedAt)}, ${copy}: ${describeTotals(totals)}.`,
    `Traz ${new Intl.ListFormat('pt-BR').format(restoredParts)}.`,
    isOlder && 'É de uma versão anterior, e será atualizada.',
    replacedTotals === null
      ? `Em ${dataDir} não há um banco que se possa ler.`
      : `Em ${dataDir} há agora ${describeTotals(replacedTotals)}; fica guardado ao lado.`,
    erased.size > 0 && 'Quem foi apagado depois da cópia é apagado de novo.',
  ]
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join('');
}
