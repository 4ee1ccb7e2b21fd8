import { UTM_FIELDS } from '@funil/contract/utm';
import { applicationNews } from './compose-application.ts';
import type { Found, Range } from './news.ts';
import { keepOne, numberOf } from './number.ts';
import { readToOf, type Step } from './step.ts';

/**
 * `application.created` of the first application of each id: what the applicant corrects afterwards is no
 * further application.
 */
export async function findApplications(
  step: Step,
  range: Range,
  replyHours: number | null,
): Promise<Found> {
  const rows = await readApplications(step, range);
  const first = await keepOne(step, 'first', { table: 'applications', rows });
  return {
    news: first.map((row) => applicationNews(row, replyHours)),
    readTo: readToOf(rows, range),
  };
}

function readApplications({ step, dialect }: Step, range: Range) {
  const number = numberOf(dialect, 'applications');
  return step
    .selectFrom('applications')
    .select(['save_id', 'id', 'created_at', 'suspect', 'nome', 'email', 'whatsapp', 'instagram'])
    .select(['empresa', 'cargo', 'faturamento', 'principais_desafios', 'objetivos_movimento'])
    .select(['cronograma', 'orcamento_investimento', 'experiencia_anterior'])
    .select(UTM_FIELDS)
    .select(['origem_timestamp', 'tempo_jornada_segundos', 'paginas_visitadas'])
    .select(number.as('number'))
    .where(number, '>', range.after)
    .where(number, '<=', range.until)
    .orderBy(number)
    .limit(range.most)
    .execute();
}
