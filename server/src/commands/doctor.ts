import { examine } from '../doctor/examine.ts';
import { csvHead, csvLines } from '../output/csv.ts';
import { writeOutputs } from './output/listing.ts';
import { renderFindings } from './output/render-findings.ts';
import { runCall } from './run/command.ts';
import { explainTrouble } from './run/explain-trouble.ts';
import { READING_OPTIONS } from './run/options.ts';

const COLUMNS = ['subject', 'level', 'what', 'remedy'];

await runCall({
  name: 'doctor',
  summary: 'Examina tudo o que precisa estar certo, sem mudar nada, e diz o que fazer.',
  options: READING_OPTIONS,
  examples: ['npm run doctor', 'npm run --silent doctor -- --json - | jq'],
  async run(terminal) {
    const { words, env, hasColours, print, fail } = terminal;
    const findings = await examine({ env, now: Date.now, explain: explainTrouble });
    if (findings.some(({ level }) => level === 'red')) fail();
    const rows = findings.map((finding) => ({ ...finding }));
    const outputs = [
      { file: words.text('csv'), makeText: () => [csvHead(COLUMNS), csvLines(COLUMNS, rows)] },
      { file: words.text('json'), makeText: () => [`${JSON.stringify(findings, null, 2)}\n`] },
    ];
    if (await writeOutputs(outputs, terminal, () => 'Exame')) return;
    print(renderFindings(findings, hasColours));
  },
});
