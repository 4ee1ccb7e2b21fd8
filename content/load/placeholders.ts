import type { Content } from '../schema/content.ts';
import { formatReais } from '../schema/money.ts';

const reais = (centavos: number | undefined) =>
  centavos === undefined ? undefined : formatReais(centavos);

const total = (price: NonNullable<Content['offer']>['price'] | undefined) =>
  price?.installment && price.installments ? price.installment * price.installments : undefined;

/**
 * The interest, in percent a month, at which equal instalments, the first a month after the purchase,
 * are worth the price in cash. Source: CDC, art. 52 (Lei 8.078/1990), which has it told.
 * @param cash the price, in centavos
 * @param count how many instalments
 * @param instalment each, in centavos
 */
export function monthlyInterest(cash: number, count: number, instalment: number): number {
  if (instalment * count <= cash) return 0;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const rate = (low + high) / 2;
    const worth = (instalment * (1 - (1 + rate) ** -count)) / rate;
    if (worth > cash) low = rate;
    else high = rate;
  }
  return low * 100;
}

/** The same a year, interest upon interest, in percent. */
export const yearlyInterest = (monthly: number): number => ((1 + monthly / 100) ** 12 - 1) * 100;

const percent = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

function interest({ offer }: Content, convert = (monthly: number) => monthly) {
  const { cash, installments, installment } = offer?.price ?? {};
  if (!cash || !installments || !installment) return undefined;
  return `${percent.format(convert(monthlyInterest(cash, installments, installment)))}%`;
}

/** What a `{name}` in a text stands for, besides the facts of site.yaml. */
const derived = {
  product: ({ site }) => site.product,
  email: ({ site }) => site.contact.email,
  mentor: ({ founder }) => founder?.name,
  modules: ({ curriculum }) => curriculum?.modules.length.toString(),
  priceFull: ({ offer }) => reais(offer?.price.full),
  priceCash: ({ offer }) => reais(offer?.price.cash),
  installments: ({ offer }) => offer?.price.installments?.toString(),
  installmentValue: ({ offer }) => reais(offer?.price.installment),
  installmentTotal: ({ offer }) => reais(total(offer?.price)),
  interestMonthly: (content) => interest(content),
  interestYearly: (content) => interest(content, yearlyInterest),
} satisfies Record<string, (content: Content) => string | undefined>;

/** Names that no fact may take. */
export const derivedNames: readonly string[] = Object.keys(derived);

/** The text each name stands for; a name of a section that is left out stands for nothing. */
export const placeholderValues = (content: Content): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const [name, read] of Object.entries(derived)) {
    const value = read(content);
    if (value !== undefined) values.set(name, value);
  }
  for (const [name, value] of Object.entries(content.site.facts)) {
    if (value !== undefined) values.set(name, String(value));
  }
  return values;
};
