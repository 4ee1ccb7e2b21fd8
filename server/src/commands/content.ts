import { explainUnusableContentFolder, resolveContentFolder } from '../config/content-folder.ts';
import { ensureOwnContent } from '../page/own-content.ts';
import { loadConfig, loadEnvironment, runCommand } from './run/command.ts';
import { OperatorError } from './run/definition.ts';

await runCommand({
  name: 'content',
  summary: 'Diz de que pasta vem o conteúdo da página, e faz a sua cópia da demonstração.',
  options: {
    'minha-copia': {
      help: 'Copia a demonstração para a pasta de dados, para mudá-la sem tocar no repositório.',
    },
  },
  examples: ['npm run content', 'npm run content -- --minha-copia'],
  async run({ env, options, print }) {
    const { content } = loadConfig(env);
    const problem = explainUnusableContentFolder(content.ownContentDir);
    if (problem) throw new OperatorError(problem.join(' '));
    if (options['minha-copia']) {
      print(`O seu conteúdo está em ${ensureOwnContent(content.ownContentDir)}\n`);
      return;
    }
    print(`O conteúdo da página vem de ${resolveContentFolder(loadEnvironment(env))}\n`);
  },
});
