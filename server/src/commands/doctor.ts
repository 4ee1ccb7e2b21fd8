import { styleText } from 'node:util';
import { examine } from '../doctor/examine.ts';
import type { Finding, Level, Subject } from '../doctor/finding.ts';
import { csvHead, csvLines } from '../output/csv.ts';
import { writeOutputs } from './output/listing.ts';
import { cleanText } from './output/table.ts';
import { runCall } from './run/command.ts';
import { READING_OPTIONS } from './run/options.ts';

const TITLES: Record<Subject, string> = {
  settings: 'Configuração',
  database: 'Banco de dados',
  disk: 'Disco',
  clock: 'Relógio',
  site: 'Página',
  content: 'Conteúdo',
  sales: 'Vendas',
  mail: 'Avisos por e-mail',
  deliveries: 'Entregas',
  console: 'Console',
};

/** Words besides the colors. */
const WORDS: Record<Level, string> = { green: 'certo', yellow: 'atenção', red: 'erro' };
const WIDTH = 'atenção'.length;

/** Returns the findings as text for a terminal. */
function renderFindings(findings: readonly Finding[], hasColors: boolean): string {
  const paint = (level: Level, text: string) =>
    hasColors ? styleText(level, text, { validateStream: false }) : text;
  let subject: Subject | null = null;
  let text = '';
  for (const finding of findings) {
    if (finding.subject !== subject)
      text += `${subject === null ? '' : '\n'}${TITLES[finding.subject]}\n`;
    subject = finding.subject;
    const word = paint(finding.level, WORDS[finding.level].padEnd(WIDTH));
    text += `  ${word}  ${cleanText(finding.what)}\n`;
    if (finding.remedy) text += `  ${' '.repeat(WIDTH)}  → ${cleanText(finding.remedy)}\n`;
  }
  return `${text}\n${paint(worst(findings), summarize(findings))}\n`;
}

function worst(findings: readonly Finding[]): Level {
  const levels = findings.map(({ level }) => level);
  if (levels.includes('red')) return 'red';
  return levels.includes('yellow') ? 'yellow' : 'green';
}

function summarize(findings: readonly Finding[]): string {
  const count = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  const reds = count('red');
  const yellows = count('yellow');
  if (reds + yellows === 0) return 'Tudo certo.';
  return [
    ...(reds > 0 ? [`${reds} ${reds === 1 ? 'erro' : 'erros'}`] : []),
    ...(yellows > 0 ? [`${yellows} ${yellows === 1 ? 'ponto' : 'pontos'} de atenção`] : []),
  ]
    .join(', ')
    .concat('.');
}

const COLUMNS = ['subject', 'level', 'what', 'remedy'];

await runCall({
  name: 'doctor',
  summary: 'Examina tudo o que precisa estar certo, sem mudar nada, e diz o que fazer.',
  options: READING_OPTIONS,
  examples: ['npm run doctor', 'npm run --silent doctor -- --json - | jq'],
  async run(terminal) {
    const { words, env, hasColors, print, fail } = terminal;
    const findings = await examine(env);
    if (findings.some(({ level }) => level === 'red')) fail();
    const rows = findings.map((finding) => ({ ...finding }));
    const outputs = [
      { file: words.text('csv'), makeText: () => [csvHead(COLUMNS), csvLines(COLUMNS, rows)] },
      { file: words.text('json'), makeText: () => [`${JSON.stringify(findings, null, 2)}\n`] },
    ];
    if (await writeOutputs(outputs, terminal, () => 'Exame')) return;
    print(renderFindings(findings, hasColors));
  },
});
