import { isDeepStrictEqual } from 'node:util';
import { choiceLabel, fieldLabel } from '@funil/contract/console/answer-labels';
import { labelIn } from '@funil/contract/console/labels';
import { hasApplicationColumn } from '@funil/contract/contacts/questions/application-questions';
import type { Answer, Answers } from '@funil/contract/contacts/questions/question';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { Database, Queryable } from '../store/database.ts';

export type PublishedQuestions = SiteInfo['questions'];

interface KnownQuestion {
  readonly label: string;
  /** Labels by key, with removed choices. */
  readonly options: Readonly<Record<string, string>>;
  /** The position in the form; null: no published form asks this. */
  readonly position: number | null;
}

/** Every question that was ever published, by key. */
export type KnownQuestions = ReadonlyMap<string, KnownQuestion>;

export async function readQuestions(
  database: Queryable,
  published: PublishedQuestions,
): Promise<KnownQuestions> {
  const rows = await database.selectFrom('questions').selectAll().execute();
  const questions = new Map<string, KnownQuestion>(
    rows.map(({ key, label, options, position }) => [
      key,
      { label, options: JSON.parse(options), position },
    ]),
  );
  if (published.length === 0) return questions;
  for (const [key, question] of questions) questions.set(key, { ...question, position: null });
  published.forEach(({ key, label, options }, position) => {
    const labels = Object.fromEntries(options.map((option) => [option.key, option.label]));
    questions.set(key, { label, options: { ...questions.get(key)?.options, ...labels }, position });
  });
  return questions;
}

/**
 * Stores the published questions with their labels, so that answers stay readable when a question is removed.
 * @param published empty: no page is built
 */
export async function rememberQuestions(database: Database, published: PublishedQuestions) {
  const storedQuestions = await readQuestions(database, []);
  const currentQuestions = await readQuestions(database, published);
  if (isDeepStrictEqual(storedQuestions, currentQuestions)) return;
  await database.transaction().execute(async (transaction) => {
    for (const [key, { label, options, position }] of currentQuestions) {
      const row = { label, options: JSON.stringify(options), position };
      await transaction
        .insertInto('questions')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
    }
  });
}

function describeAnswer(questions: KnownQuestions, key: string, answer: Answer): string {
  if (typeof answer === 'number') {
    return answer.toLocaleString('pt-BR', { maximumFractionDigits: 20 });
  }
  const options = questions.get(key)?.options ?? {};
  const labelOf = (text: string) => {
    if (Object.hasOwn(options, text)) return labelIn(options, text);
    return hasApplicationColumn(key) ? choiceLabel(text) : text;
  };
  return [answer].flat().map(labelOf).join(', ');
}

interface DescribedAnswer {
  readonly key: string;
  readonly question: string;
  readonly text: string;
}

/** Describes answers in the form's order; those to removed questions come last. */
export const describeAnswers = (questions: KnownQuestions, answers: Answers): DescribedAnswer[] =>
  sortByForm(
    questions,
    Object.entries(answers).map(([key, answer]) => ({
      key,
      question: questions.get(key)?.label ?? fieldLabel(key),
      text: describeAnswer(questions, key, answer),
    })),
  );

function sortByForm<Item extends { readonly key: string }>(
  questions: KnownQuestions,
  items: readonly Item[],
): Item[] {
  const positionOf = ({ key }: Item) => questions.get(key)?.position ?? Number.MAX_SAFE_INTEGER;
  return items.toSorted((a, b) => positionOf(a) - positionOf(b));
}
