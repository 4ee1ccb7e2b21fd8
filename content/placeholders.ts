import { formatReais } from './format-reais.ts';
import type { Content } from './schema/content.ts';
import { factsSchema } from './schema/facts.ts';

/** What a `{name}` in a text stands for, besides the facts of site.yaml. */
const derived = {
  product: ({ site }) => site.product,
  email: ({ site }) => site.contact.email,
  mentor: ({ founder }) => founder.name,
  modules: ({ curriculum }) => String(curriculum.modules.length),
  priceFull: ({ offer }) => formatReais(offer.price.full),
  priceCash: ({ offer }) => formatReais(offer.price.cash),
  installments: ({ offer }) => String(offer.price.installments),
  installmentValue: ({ offer }) => formatReais(offer.price.installment),
  installmentTotal: ({ offer }) => formatReais(offer.price.installment * offer.price.installments),
} satisfies Record<string, (content: Content) => string>;

/** Every name a text may put in braces. */
export const placeholderNames: readonly string[] = [
  ...Object.keys(derived),
  ...Object.keys(factsSchema.shape),
];

/** The text each name stands for. */
export const placeholderValues = (content: Content): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(derived).map(([name, read]) => [name, read(content)] as const),
    ...Object.entries(content.site.facts).map(([name, value]) => [name, String(value)] as const),
  ]);
