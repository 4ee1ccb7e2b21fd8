import { checkoutPlatform, platformOfAddress } from '@funil/contract/sales/checkout';
import { CHECKOUT_PLATFORMS, platformLabel } from '@funil/contract/sales/platforms';
import { productKey } from '@funil/contract/sales/products';
import { z } from 'zod';
import { money } from './money.ts';
import { address, code, text } from './parts.ts';

/** The page sets these, so the lead's reference in one of them would overwrite the visitor's origin. */
const RESERVED_PARAMETERS = 'funnel, ra, utm_source, utm_medium, utm_campaign, utm_content'.split(
  ', ',
);

const refParameter = code
  .regex(/^[A-Za-z][\w.-]{0,63}$/, { error: 'o nome de um parâmetro, como "aff_sub"' })
  .refine((name) => !RESERVED_PARAMETERS.includes(name), {
    error: `um parâmetro que a página não usa (ela usa ${RESERVED_PARAMETERS.join(', ')})`,
  });

const PLATFORM_LABELS = Object.fromEntries(
  CHECKOUT_PLATFORMS.map((name) => [name, name === 'other' ? 'Outra' : platformLabel(name)]),
);

/** The schema has no defaults, because every field of the parsed object makes the page larger. */
export const checkoutSchema = z
  .strictObject({
    url: address.describe('O endereço do checkout.'),
    funnel: text
      .meta({ title: 'Nome do funil no checkout', isRare: true })
      .describe('Valor do parâmetro `funnel`.'),
    platform: z
      .enum(CHECKOUT_PLATFORMS)
      .optional()
      .meta({ title: 'Plataforma do checkout', labels: PLATFORM_LABELS })
      .describe(
        'De quem é o checkout. Diz em que parâmetro segue a referência do lead, que a plataforma devolve com a venda; sem o campo, vale a do endereço, como a Kiwify em `pay.kiwify.com.br`. Veja docs/sales.md.',
      ),
    refParameter: refParameter
      .optional()
      .meta({ title: 'Parâmetro da referência do lead', isRare: true })
      .describe(
        'Só para outra plataforma (`platform: other`): o parâmetro do checkout que recebe a referência do lead, como `aff_sub`.',
      ),
    prefill: z
      .boolean()
      .optional()
      .meta({ title: 'Levar nome e telefone ao checkout', isRare: true })
      .describe(
        '`true` leva nome e telefone no endereço, para o checkout já vir preenchido, onde a plataforma os recebe. Sem o campo, `false`.',
      ),
  })
  .superRefine((checkout, context) => {
    const platform = checkoutPlatform(checkout) ?? 'other';
    if (platform === 'other' || checkout.refParameter === undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['refParameter'],
      message: `nenhum valor: o parâmetro da ${platformLabel(platform)} já é conhecido (tire o campo)`,
    });
  });

const productSchema = z
  .strictObject({
    names: z
      .array(text.max(400).meta({ title: 'Nome' }))
      .min(1)
      .meta({ title: 'Nomes nas vendas' })
      .describe(
        'Como a plataforma chama o produto nas vendas: o nome, ou o código quando ela não manda nome. Maiúsculas, acentos e a ordem das palavras não contam. O primeiro vai no fim do link de pagamento: se ele mudar, os links já enviados deixam de abrir.',
      ),
    url: address
      .meta({ title: 'Endereço do checkout do produto' })
      .describe('O checkout deste produto.'),
    platform: z
      .enum(CHECKOUT_PLATFORMS)
      .optional()
      .meta({ title: 'Plataforma', labels: PLATFORM_LABELS })
      .describe('De quem é o checkout; sem o campo, vale a do endereço.'),
    price: money
      .optional()
      .meta({ title: 'Preço' })
      .describe('Quanto custa, para você o reconhecer na lista.'),
  })
  .superRefine((product, context) => {
    const addressPlatform = platformOfAddress(product.url);
    const platform = checkoutPlatform(product);
    if (platform !== null && (addressPlatform ?? platform) === platform) return;
    const message =
      addressPlatform === null
        ? 'a plataforma do checkout, que o endereço não diz'
        : `a plataforma do endereço (${platformLabel(addressPlatform)}), ou nenhuma`;
    context.addIssue({ code: 'custom', path: ['platform'], message });
  });

/** Refuses a name that two products of a platform share, because a sale or a payment link belongs to one product. */
export const productsSchema = z.array(productSchema).superRefine((products, context) => {
  const seenNames = new Set<string>();
  products.forEach((product, index) => {
    product.names.forEach((name, nameIndex) => {
      const key = `${checkoutPlatform(product)} ${productKey(name)}`;
      if (seenNames.has(key)) {
        const message = `um nome que nenhum produto da plataforma tem ("${name}" se repete)`;
        context.addIssue({ code: 'custom', path: [index, 'names', nameIndex], message });
      }
      seenNames.add(key);
    });
  });
});
