import type { FieldChange, PublishReview } from '@funil/contract/page/page-editor';
import { explainCheckoutProblems } from '@funil/contract/sales/checkout-problem';
import { CHECKOUT_PLATFORMS } from '@funil/contract/sales/platforms';
import * as z from 'zod/mini';
import type { Config } from '../config/config.ts';
import { DEMONSTRATION_FOLDER } from '../config/content-folder.ts';
import { hashDraft, type PageDependencies, type PageDraft } from './draft.ts';
import { listVersions } from './versions.ts';

export async function reviewDraft(
  deps: PageDependencies,
  draft: PageDraft,
  { mail, postbacks: { secrets } }: Pick<Config, 'mail' | 'postbacks'>,
): Promise<PublishReview> {
  const { folder, valuesWithoutDraft, values } = draft;
  const review = await deps.engine.review(folder, valuesWithoutDraft, values);
  const isContentGone = folder === DEMONSTRATION_FOLDER && (await listVersions(deps)).length > 0;
  return {
    ...review,
    warnings: [
      ...review.warnings,
      ...warnOfSensitiveChanges(review.changes, mail !== null),
      ...warnOfCheckouts(values.site, secrets),
      ...(isContentGone ? [warnOfMissingContent(deps.ownContentDir)] : []),
    ],
    draft: hashDraft(draft),
  };
}

/** Returns one warning with a line for each change of an address or of tracking; none without such a change. */
function warnOfSensitiveChanges(changes: readonly FieldChange[], sendsMail: boolean): string[] {
  const texts = changes
    .filter(({ is_sensitive }) => is_sensitive)
    .map(({ label, after }) => `${label}: ${(after ?? 'nenhum').slice(0, 200)}`);
  const mail = sendsMail ? ', e os proprietários recebem um e-mail' : '';
  return texts.length === 0
    ? []
    : [
        [
          'Isto muda onde fica a página, onde se paga ou quem a mede:',
          ...texts,
          `Publicar pede o código do aplicativo${mail}. É isso mesmo?`,
        ].join('\n'),
      ];
}

const addressFields = { url: z.url(), platform: z.optional(z.enum(CHECKOUT_PLATFORMS)) };
const soldSchema = z.object({
  checkout: z.object(addressFields),
  products: z._default(z.array(z.object({ ...addressFields, names: z.array(z.string()) })), []),
});

function warnOfCheckouts(site: unknown, secrets: Config['postbacks']['secrets']): string[] {
  const { data } = soldSchema.safeParse(site);
  const problems = data ? explainCheckoutProblems(data, (name) => secrets[name].length > 0) : [];
  return problems.map((problem) => `${problem} Publicar assim mesmo?`);
}

const warnOfMissingContent = (ownContentDir: string) =>
  `A pasta do conteúdo, ${ownContentDir}, não existe mais: o que se publica agora é a demonstração com estas mudanças. A página de antes está em Versões. É isso mesmo?`;
