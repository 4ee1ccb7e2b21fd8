import { SEATS_PLACEHOLDER } from '@funil/contract/site/seats';
import type { Content } from '../schema/content.ts';
import { formatReais } from '../schema/money.ts';

const formatPrice = (centavos: number | undefined) =>
  centavos ? formatReais(centavos) : undefined;

/**
 * Returns the interest in percent per month, which CDC, art. 52 (Lei 8.078/1990) requires to be shown. The first
 * installment is due after one month. Prices are in centavos.
 */
export function monthlyInterest(cash: number, count: number, installment: number): number {
  if (installment * count <= cash) return 0;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const rate = (low + high) / 2;
    const presentValue = (installment * (1 - (1 + rate) ** -count)) / rate;
    if (presentValue > cash) low = rate;
    else high = rate;
  }
  return low * 100;
}

export const yearlyInterest = (monthly: number): number => ((1 + monthly / 100) ** 12 - 1) * 100;

const percentFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

/** Returns interest in percent as `2,9%`. */
export const formatInterest = (interest: number): string => `${percentFormat.format(interest)}%`;

function formatOfferInterest({ offer }: Content, convert = (monthly: number) => monthly) {
  const { cash, installments, installment } = offer?.price ?? {};
  if (!cash || !installments || !installment) return undefined;
  return formatInterest(convert(monthlyInterest(cash, installments, installment)));
}

/** Values of placeholders besides the facts of site.yaml. */
const derivedValues = {
  product: ({ site }) => site.product,
  email: ({ site }) => site.contact.email,
  mentor: ({ founder }) => founder?.name,
  modules: ({ curriculum }) => curriculum?.modules.length.toString(),
  priceFull: ({ offer }) => formatPrice(offer?.price.full),
  priceCash: ({ offer }) => formatPrice(offer?.price.cash),
  installments: ({ offer }) => offer?.price.installments?.toString(),
  installmentValue: ({ offer }) => formatPrice(offer?.price.installment),
  installmentTotal: ({ offer }) =>
    formatPrice((offer?.price.installments ?? 0) * (offer?.price.installment ?? 0)),
  interestMonthly: (content) => formatOfferInterest(content),
  interestYearly: (content) => formatOfferInterest(content, yearlyInterest),
} satisfies Record<string, (content: Content) => string | undefined>;

/** Portuguese names of the values, as messages have them. A seller's fact of that name wins. */
const PORTUGUESE_NAMES: Readonly<Record<string, string>> = {
  produto: 'product',
  modulos: 'modules',
  preco_cheio: 'priceFull',
  preco_a_vista: 'priceCash',
  parcelas: 'installments',
  valor_da_parcela: 'installmentValue',
  total_parcelado: 'installmentTotal',
  juros_ao_mes: 'interestMonthly',
  juros_ao_ano: 'interestYearly',
  vagas: 'seats',
  vagas_da_turma: 'seatsTotal',
  dias_de_garantia: 'guaranteeDays',
  semanas_de_curso: 'intensiveWeeks',
};

export const withPortugueseNames = (names: readonly string[]): readonly string[] => [
  ...names,
  ...Object.keys(PORTUGUESE_NAMES).filter((name) => names.includes(PORTUGUESE_NAMES[name] ?? '')),
];

/** Names that a fact may not have. */
export const derivedNames: readonly string[] = Object.keys(derivedValues);

/** Returns the text of each placeholder; those of omitted sections are missing. */
export function resolvePlaceholders(content: Content): ReadonlyMap<string, string> {
  const values = [
    ...Object.entries(derivedValues).map(([name, read]) => [name, read(content)] as const),
    ...Object.entries(content.site.facts),
  ];
  const textByName = new Map(
    values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  if (content.site.facts.seats === 'auto') textByName.set('seats', SEATS_PLACEHOLDER);
  for (const [name, english] of Object.entries(PORTUGUESE_NAMES)) {
    const value = textByName.get(english);
    if (value !== undefined && !textByName.has(name)) textByName.set(name, value);
  }
  return textByName;
}
