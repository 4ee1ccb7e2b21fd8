import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesDemoBrand } from '@funil/contract/site/site-info';
import { pictureFields } from '../schema/image.ts';
import type { ContentProblem } from './content-error.ts';
import { type FoundText, findTexts } from './texts.ts';
import { makeFieldProblem, type YamlFile } from './yaml-file.ts';

/** The invented people of the demonstration. */
export const demoPeople: readonly string[] = [
  'Lívia Sartório',
  'Tainá Brandolim',
  'Caíque Noratto',
  'Jussara Vandelli',
  'Otávio Lindmar',
  'Marina Trevolin',
  'Davi Canutto',
  'Ilana Pimentta',
  'Camila R.',
  'Jonas T.',
  'Priscila M.',
  'Wesley A.',
  'Rafa Lobo',
  'Dona Neide',
  'Thiago L.',
];

/** SHA-256 of the demonstration's pictures. */
export const demoPictures: readonly string[] = [
  '4ea9558988d062a7772907df3030afdfbe274b90191f4d4a260c00f5b6cbf065', // compartilhar.png
  '11e9d313a8fd46fc404bf25abd229b29208165ceed092f140ad197c093fa9fb5', // depoimento-1.png
  '8ac284f10293edb0ac544ddeca712559478446f02477c971048a01882987673e', // depoimento-2.png
  'ac071b25f85d01302130547bbda6e422f7a459ebd2d6c66b5c964885346a253e', // depoimento-3.png
  '13ed6f7faaf391699e8f86129cd321261c453f5b497ac01d829593fe2cf01a34', // depoimento-4.png
  '7379875f68b5fd1674a5bfa2f5c1cbc40c5b97ad7a4b8aea90b69e97cf950a96', // depoimento-5.png
  '706ac26a71830191f460e0978afafd661523f5ba8a8dba01e21c8b3797fd68ae', // depoimento-6.png
  '9a68a79a14dc328d9850cea4315280415e046f7c9aa33edfbf20ee57928ee3a0', // depoimento-7.png
  '4c12287657fdb80fadfa3d92144fe40ef53d2b325668693900e588e675d1c2d6', // fundador.png
  'c63c65e04cbb754aaba4e882316850a2bada9e4d601dc526ac99f471132b5b85', // icone.svg
  '5474de34f9f1a00b72ba05a8cd0b44575608558396c6a1272b27a315d36e5983', // marca.svg
  '6feae89998cde876e519f894a390c148299e74755bcf40ccfec2c696d325c3dc', // membro-1.png
  '36b2b214e15bb2476338b531c20ee9823ee5bcab30e47f3cfb55d60ad0d87143', // membro-2.png
  '46692686b8a9584366a2025e1a9353f535e686a8ab4dc7309efc8d56e5fc83f4', // membro-3.png
  '0a5040e08020b0edff1b8957106a241e1a997da67215f50c821adfc3a9267166', // membro-4.png
  '09cb687281ac824d6dae1f36c30c348b87aec1bb3e4acc2a8be1876999d7f064', // membro-5.png
  '7df040bcbda1b52c47b7ab9c1911b1d84e685694b1234a88f0eba35c8980dfd8', // video-equipe-1.png
  'ebff9eeab06f502d45768dab78ce4ac72175592d45c4653a80af277a86a70178', // video-equipe-2.png
  '43f28ee190ed3cc94281d0748d8d8318ee81f7a062eed141feeddcf076a3edc8', // video-equipe-3.png
  '27c5f6a5b993fae0b9a0162a2a287e807666c53cde614abf4561c1c66d188ae6', // video-membro-1.png
  'b85e9910cb47423be8dcb1899f16bd25a597a0e4a4fe811a0377bfbcae1d7482', // video-membro-2.png
  '070d3072b5dd2dc804bf153e83955273083c47435ddda7b852d1504eec1196ce', // video-membro-3.png
  '37533276d19db9bb1fda721246d894b026471cbd0baeb6b8281f36630b43a2af', // video-membro-4.png
];

const isDemoVideo = ({ path, text }: FoundText) =>
  path.at(-1) === 'id' && /^demo(Membro|Equipe)\d$/.test(text);

/** Results by path, modification time and size, because the editor checks every picture at each save. */
const isDemoByPicture = new Map<string, boolean>();

function isDemoPicture({ path, text }: FoundText, folder: string): boolean {
  if (!pictureFields.includes(path.at(-1) ?? '')) return false;
  const file = join(folder, 'images', text);
  const stat = statSync(file, { throwIfNoEntry: false });
  // A missing picture is no remain of the demonstration; findMissingImages reports it.
  if (!stat?.isFile()) return false;
  const key = `${file} ${stat.mtimeMs} ${stat.size}`;
  const cachedResult = isDemoByPicture.get(key);
  if (cachedResult !== undefined) return cachedResult;
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  isDemoByPicture.set(key, demoPictures.includes(hash));
  return demoPictures.includes(hash);
}

/** Describes a text of the demonstration, to follow "ainda está aqui"; undefined for a text of the seller. */
function describeLeftover(foundText: FoundText, folder: string): string | undefined {
  const { path, text } = foundText;
  if (path.at(-1) === 'funnel' && /engrena/i.test(text)) {
    return `o valor de funil da demonstração ("${text}")`;
  }
  if (/\.example\b/.test(text)) {
    return `um endereço da demonstração, que não existe na internet ("${text}")`;
  }
  if (isDemoVideo(foundText)) return `um vídeo da demonstração ("${text}")`;
  if (isDemoPicture(foundText, folder)) return `uma imagem da demonstração ("${text}")`;
  if (namesDemoBrand(text)) return 'a marca da demonstração (“Engrena”)';
  const person = demoPeople.find((name) => text.includes(name));
  return person && `uma pessoa inventada da demonstração (“${person}”)`;
}

/** Earnings that the facts of the demonstration promise; values that a real business rarely has. */
const DEMO_CLAIMS = ['R$ 1,5 milhão', 'R$ 500 mil', 'R$ 5K-50K', 'R$ 15-20 mil'];

/** Finds facts with the demonstration's claims about money. A page without the demonstration may have such a value. */
export const findDemoClaims = (site: YamlFile | undefined): ContentProblem[] =>
  Object.entries(Object(Object(site?.value).facts)).flatMap(([name, value]) =>
    site && DEMO_CLAIMS.includes(String(value))
      ? makeFieldProblem(
          site,
          ['facts', name],
          `ainda está aqui um valor que a demonstração promete (“${value}”)`,
        )
      : [],
  );

/** Finds remains of the demonstration, which content with `demo: false` may not have. */
export const findDemoLeftovers = (files: readonly YamlFile[], folder: string): ContentProblem[] =>
  files.flatMap((file) =>
    findTexts(file.value).flatMap((foundText) => {
      const leftover = describeLeftover(foundText, folder);
      if (leftover === undefined) return [];
      return makeFieldProblem(file, foundText.path, `ainda está aqui ${leftover}`);
    }),
  );
