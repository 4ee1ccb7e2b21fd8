import { styleText } from 'node:util';
import { FINDING_TOPICS, type FindingTopic } from '@funil/contract/connections/finding-topics';
import { formatQuantity } from '@funil/contract/counts';
import type { Finding } from '../connections/finding.ts';
import { fieldColumns } from '../csv/columns.ts';
import { toCsv } from '../csv/write-csv.ts';
import { examineInstallation } from '../doctor/examine.ts';
import { runCommand } from './run/command.ts';
import { LIST_OPTIONS } from './run/options.ts';
import { writeOutputs } from './run/show-list.ts';
import { cleanText } from './run/table.ts';

type Level = Finding['level'];

const LEVEL_WORDS: Record<Level, string> = { green: 'certo', yellow: 'atenção', red: 'erro' };
const LEVEL_COLUMN_WIDTH = 'atenção'.length;

function renderFindings(findings: readonly Finding[]): string {
  let topic: FindingTopic | null = null;
  let text = '';
  for (const finding of findings) {
    if (finding.subject !== topic) {
      text += `${topic === null ? '' : '\n'}${FINDING_TOPICS[finding.subject]}\n`;
    }
    topic = finding.subject;
    const levelWord = styleText(
      finding.level,
      LEVEL_WORDS[finding.level].padEnd(LEVEL_COLUMN_WIDTH),
    );
    text += `  ${levelWord}  ${cleanText(finding.what)}\n`;
    for (const step of [finding.remedy, finding.command]) {
      if (step) text += `  ${' '.repeat(LEVEL_COLUMN_WIDTH)}  → ${cleanText(step)}\n`;
    }
  }
  const countLevel = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const redCount = countLevel('red');
  const yellowCount = countLevel('yellow');
  const worstLevel = redCount > 0 ? 'red' : yellowCount > 0 ? 'yellow' : 'green';
  const counts = [
    redCount > 0 && formatQuantity(redCount, 'erro', 'erros'),
    yellowCount > 0 && formatQuantity(yellowCount, 'ponto de atenção', 'pontos de atenção'),
  ];
  const summary = counts.filter(Boolean).join(', ') || 'Tudo certo';
  return `${text}\n${styleText(worstLevel, `${summary}.`)}\n`;
}

const FINDING_COLUMNS = fieldColumns<Finding>('subject', 'level', 'what', 'remedy', 'command');

await runCommand({
  name: 'doctor',
  summary: 'Examina tudo o que precisa estar certo, sem mudar nada, e diz o que fazer.',
  options: LIST_OPTIONS,
  examples: ['npm run doctor', 'npm run --silent doctor -- --json - | jq'],
  async run(context) {
    const { env, print, fail } = context;
    const findings = await examineInstallation(env);
    if (findings.some(({ level }) => level === 'red')) fail();
    const outputs = {
      csv: () => [toCsv(FINDING_COLUMNS, findings)],
      json: () => [`${JSON.stringify(findings, Object.keys(FINDING_COLUMNS), 2)}\n`],
    };
    if (await writeOutputs(context, outputs, () => 'Exame')) return;
    print(renderFindings(findings));
  },
});
