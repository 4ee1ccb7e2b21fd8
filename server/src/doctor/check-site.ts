import { describePublishFailure, type PublishFailure } from '../site/publish-failure.ts';
import { type Finding, findingsOn } from './finding.ts';

const { green, yellow, red } = findingsOn('site');

export interface BuiltSite {
  readonly folder: string;
  /** Whether all that a server needs of it is there. */
  readonly isWhole: boolean;
  /** The publication that failed since. */
  readonly failure: PublishFailure | null;
}

/** Whether there is a page to serve, and it is what content said last. */
export function checkSite({ folder, isWhole, failure }: BuiltSite): Finding {
  if (!isWhole) {
    return red(`Não há página gerada em ${folder}.`, 'Rode npm run publish, ou npm start.');
  }
  if (failure === null) return green('A página está gerada, e a última publicação deu certo.');
  return yellow(
    describePublishFailure(failure),
    'O comando npm run publish mostra o erro inteiro.',
  );
}
