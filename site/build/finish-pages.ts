import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Content } from '@funil/content/schema/content';
import { listLeadQuestions } from '@funil/contract/contacts/questions/lead-questions';
import { checkoutPlatform } from '@funil/contract/sales/checkout';
import { fillSeats } from '@funil/contract/site/seats';
import {
  SITE_INFO_FILE,
  type SiteInfo,
  type SiteInfoInput,
  siteInfoSchema,
} from '@funil/contract/site/site-info';
import type { AstroIntegration } from 'astro';
import {
  buildPolicy,
  hashInlineScripts,
  renderHeadersFile,
  type ThirdParties,
} from './security-headers.ts';
import { deferModuleScripts, keepTogether, removeIslandScripts, tidyHtml } from './tidy-html.ts';

type SiteContentInfo = Omit<SiteInfoInput, 'policy'>;

type QuestionOptions = SiteInfo['questions'][number]['options'];

const listOptions = (question: {
  readonly key: string;
  readonly options?: QuestionOptions;
}): QuestionOptions => question.options ?? [];

export function listContentInfo(
  content: Pick<Content, 'site' | 'offer' | 'leadDialog' | 'applicationModal'>,
): SiteContentInfo {
  const { site, offer, leadDialog, applicationModal } = content;
  const { gtag, adsConversion, pixel, consent } = site.tracking;
  const { replyHours, seats, seatsTotal = 0, seatsProduct } = site.facts;
  const { url, funnel, refParameter = null } = site.checkout;
  const platform = checkoutPlatform(site.checkout);
  return {
    sections: ['header', 'hero', ...site.sections, 'footer'],
    product: site.product,
    url: site.url,
    priceCents: offer?.price.cash ?? null,
    isDemo: site.demo,
    questions: (applicationModal?.steps.asking ?? []).flatMap(({ questions }) =>
      questions.map((question) => ({ ...question, options: listOptions(question) })),
    ),
    leadQuestions: listLeadQuestions(leadDialog).map((question) => ({
      ...question,
      options: listOptions(question),
    })),
    seats: seats === 'auto' ? { total: seatsTotal, product: seatsProduct ?? null } : null,
    replyHours: typeof replyHours === 'number' && replyHours > 0 ? replyHours : null,
    tracking: { gtag, adsConversion, pixel, consent },
    checkout: { url, funnel, platform, refParameter, names: offer ? [offer.receipt.title] : [] },
    products: site.products.map((product) => ({
      names: product.names,
      platform: checkoutPlatform(product) ?? 'other',
      url: product.url,
    })),
  };
}

const listPages = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );

function changePage(file: string, change: (html: string) => string): string {
  const html = change(readFileSync(file, 'utf8'));
  writeFileSync(file, html);
  return html;
}

const PICTURE_FILE = /\.(avif|webp|png|jpe?g|gif)$/;

/**
 * Returns the short name of each picture file, by its present name. A picture's files share one short hash instead of
 * Astro's two for each, because the document has eighty names, and hashes do not compress. Ad blockers hide pictures
 * with names such as `banner-728x90`, so the seller's name is left out.
 */
export function shortPictureNames(files: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const shortHashes = new Set<string>();
  for (const versions of Map.groupBy(files.toSorted(), (file) => file.split('.', 1)[0]).values()) {
    const digest = createHash('sha256').update(versions.join()).digest('hex');
    const shortHash = digest.slice(0, 7);
    const hash = shortHashes.has(shortHash) ? digest : shortHash;
    shortHashes.add(shortHash);
    for (const formats of Map.groupBy(versions, extname).values())
      for (const [index, name] of formats.entries())
        names.set(name, `${hash}${index || ''}${extname(name)}`);
  }
  return names;
}

function shortenPictureNames(folder: string): (html: string) => string {
  const assets = join(folder, '_astro');
  const files = readdirSync(assets).filter((file) => PICTURE_FILE.test(file));
  const names = shortPictureNames(files);
  for (const [name, shortName] of names) renameSync(join(assets, name), join(assets, shortName));
  return (html) =>
    html.replace(/(?<=\/_astro\/)[\w.%-]+/g, (name) => names.get(decodeURI(name)) ?? name);
}

const TEXT_FILE = /\.(html|js|css|svg|xml|txt|webmanifest|ico)$/;

/** Writes a `.br` and a `.gz` file for every text file, so that the server does not compress. */
function compressFiles(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of names
    .filter((name) => TEXT_FILE.test(name))
    .map((name) => join(folder, name))) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Tidies, hashes and compresses Astro's pages. The order matters, because the policy needs the final scripts. */
export function finishPages(thirdParties: ThirdParties, info: SiteContentInfo): AstroIntegration {
  const finish = (folder: string): void => {
    const shortenNames = shortenPictureNames(folder);
    const pages = listPages(folder).map((name) =>
      changePage(join(folder, name), (html) =>
        shortenNames(deferModuleScripts(removeIslandScripts(keepTogether(tidyHtml(html))))),
      ),
    );
    const policy = buildPolicy(pages.flatMap(hashInlineScripts), thirdParties);
    writeFileSync(join(folder, '_headers'), renderHeadersFile(policy));
    // Removes the number of free seats from the forms' labels, because operators do not need it.
    const siteInfo = fillSeats(JSON.stringify(siteInfoSchema.parse({ ...info, policy })), null);
    writeFileSync(join(folder, SITE_INFO_FILE), siteInfo);
    compressFiles(folder);
  };
  return {
    name: 'finish-pages',
    hooks: { 'astro:build:done': ({ dir }) => finish(fileURLToPath(dir)) },
  };
}
