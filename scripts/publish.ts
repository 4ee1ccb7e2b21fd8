// Builds the page, which a running server serves within two seconds. With `--json`, prints the BuildOutcome.
import { resolveContentFolder } from '../server/src/config/content-folder.ts';
import { loadSettingsOrExit } from './settings.ts';
import { buildSite, hasSite } from './site-build.ts';

loadSettingsOrExit();
const outcome = await buildSite();
if (process.argv.includes('--json')) {
  process.stdout.write(JSON.stringify(outcome));
  process.exitCode = outcome.ok ? 0 : 1;
} else if (!outcome.ok) {
  const served = hasSite() ? 'No ar continua a página anterior.' : 'Ainda não há página no ar.';
  const folder = resolveContentFolder(process.env);
  process.stderr.write(
    `${outcome.reason}\n\nNada foi publicado. ${served}\nO conteúdo está em ${folder}\n`,
  );
  process.exitCode = 1;
} else if (outcome.isNew) {
  process.stdout.write('Publicado. O servidor que está ligado já passa a servir a página nova.\n');
} else {
  process.stdout.write('Nada mudou desde a última publicação.\n');
}
