import { join } from 'node:path';
import { makeEditableCopy } from '../testkit/editable-content.ts';
import { buildPage } from './build-page.ts';

/** The page built with Google's tag, Google Ads, Meta's pixel and Kiwify's checkout, and a text in two versions. */
export const TAGGED_SITE_FOLDER = join(import.meta.dirname, '.build/tagged-site');

export const HERO_BUTTON_VERSIONS = { a: 'Quero entrar na comunidade', b: 'Ver como funciona' };

const CHANGES = [
  [
    'page:\n',
    `test:\n  name: Botão\n  field: hero.cta.label\n  text: ${HERO_BUTTON_VERSIONS.b}\n\npage:\n`,
  ],
  ['gtag: null', 'gtag: G-ABC123XYZ9'],
  ['adsConversion: null', 'adsConversion: AW-123456789/AbC-D_efG'],
  ['pixel: null', 'pixel: "1234567890"'],
  ['# platform: hotmart', 'platform: kiwify\n  prefill: true'],
] as const;

/** Builds the tagged site unless an earlier call has built it from the same files. */
export async function buildTaggedSite(): Promise<void> {
  using content = makeEditableCopy({ withPictures: true });
  for (const [from, to] of CHANGES) content.replace('site.yaml', from, to);
  await buildPage(content.folder, TAGGED_SITE_FOLDER);
}
