import { join } from 'node:path';
import { capitalize } from '@funil/contract/characters';
import { isObject } from '@funil/contract/field-values';
import type {
  CheckedPage,
  EditorProblem,
  MeasuredContrast,
  PriceAdvice,
} from '@funil/contract/page/page-editor';
import { contentFileName, type PageValues } from '@funil/contract/page/page-engine';
import { measureContrasts } from '../load/check-theme.ts';
import { ContentError, type ContentProblem } from '../load/content-error.ts';
import { type FileKey, fileKeys, readContentFiles } from '../load/content-files.ts';
import { findDemoClaims, findDemoLeftovers } from '../load/demonstration.ts';
import { checkFiles } from '../load/load.ts';
import { findInvalidPictures } from '../load/pictures.ts';
import { formatInterest, monthlyInterest, resolvePlaceholders } from '../load/placeholders.ts';
import { keepOnOneLine } from '../load/texts.ts';
import { readYamlFile } from '../load/yaml-file.ts';
import type { Content } from '../schema/content.ts';
import { formatReais, money } from '../schema/money.ts';
import { themeSchema } from '../schema/theme.ts';

const fileNameOf = (key: FileKey) => `content/${contentFileName(key)}`;

const toEditorProblem = (problem: ContentProblem): EditorProblem => ({
  file: fileKeys.find((key) => fileNameOf(key) === problem.file) ?? 'site',
  path: problem.path,
  sentence: capitalize(problem.editorSentence ?? problem.sentence),
  ...(problem.mend && { mend: problem.mend }),
});

interface CheckedDraft extends Omit<CheckedPage, 'preview'> {
  readonly content: Content | null;
}

/** Reads pictures, fonts, and the files that are missing in `values` from `folder`. */
export function checkDraft(values: PageValues, folder: string): CheckedDraft {
  const contentFiles = readContentFiles(folder, (key) => {
    const name = fileNameOf(key);
    const value = values[key];
    return value === undefined
      ? readYamlFile(join(folder, contentFileName(key)), name)
      : { file: { name, value, lineOf: () => 0 }, problems: [] };
  });
  const isDemo = Object(values.site).demo === true;
  const insights = {
    contrasts: measureThemeContrasts(values),
    price_advice: advisePrice(Object(values.offer).price),
    demo_leftovers: isDemo
      ? [
          ...findDemoLeftovers([...contentFiles.files.values()], folder),
          ...findDemoClaims(contentFiles.files.get('site')),
        ].map(toEditorProblem)
      : null,
  };
  try {
    const content = checkFiles(contentFiles, folder);
    return {
      content,
      problems: [],
      insights: { ...insights, price_lines: formatPriceLines(content).map(keepOnOneLine) },
    };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const problems = error.problems.map(toEditorProblem);
    return { content: null, problems, insights: { ...insights, price_lines: [] } };
  }
}

/** Reports the pictures that a publication would refuse. */
export async function checkPictures(values: PageValues, folder: string): Promise<EditorProblem[]> {
  const problemLists = await Promise.all(
    fileKeys.map((key) => {
      const file = { name: fileNameOf(key), value: values[key], lineOf: () => 0 };
      return findInvalidPictures(file, folder);
    }),
  );
  return problemLists.flat().map(toEditorProblem);
}

function measureThemeContrasts(values: PageValues): readonly MeasuredContrast[] {
  const theme = themeSchema.safeParse(Object(values.site).theme);
  return theme.success && theme.data.colors ? measureContrasts(theme.data.colors) : [];
}

/** Returns the prices as the page states them: at once, and in installments with interest. */
function formatPriceLines(content: Content): string[] {
  const values = resolvePlaceholders(content);
  const cash = values.get('priceCash');
  if (cash === undefined) return [];
  const installments = values.get('installments');
  if (installments === undefined) return [`${cash} à vista`];
  return [
    `${cash} à vista`,
    `${installments}x de ${values.get('installmentValue')}, total de ${values.get('installmentTotal')}, com juros de ${values.get('interestMonthly')} ao mês (${values.get('interestYearly')} ao ano)`,
  ];
}

/** No checkout charges more, so a higher interest means that the installment belongs to another price. */
const MAX_MONTHLY_INTEREST_PERCENT = 8;

/** Null if the installment fits the price, or if none is stated. */
function advisePrice(price: unknown): PriceAdvice | null {
  if (!isObject(price)) return null;
  const { installments, installment: writtenAmount, ...cashPrices } = price;
  const [cash, installment] = [money.safeParse(cashPrices.cash), money.safeParse(writtenAmount)];
  if (typeof installments !== 'number' || installments < 2 || !cash.success || !installment.success)
    return null;
  const interest = monthlyInterest(cash.data, installments, installment.data);
  const isTooLittle = installments * installment.data < cash.data;
  if (!isTooLittle && interest <= MAX_MONTHLY_INTEREST_PERCENT) return null;
  const interestFreeAmount = formatReais(Math.ceil(cash.data / installments));
  return {
    sentence: isTooLittle
      ? 'As parcelas somam menos que o preço à vista.'
      : `Com esta parcela, os juros são de ${formatInterest(interest)} ao mês: ela é de outro preço?`,
    mends: [
      {
        label: `${installments}x de ${interestFreeAmount}, sem juros`,
        path: ['price', 'installment'],
        value: interestFreeAmount.replace('R$ ', ''),
      },
      { label: 'Tirar as parcelas', path: ['price'], value: cashPrices },
    ],
  };
}
