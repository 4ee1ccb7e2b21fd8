import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureFields } from '../schema/image.ts';
import type { ContentProblem } from './content-error.ts';
import { demoPictures } from './demonstration-pictures.ts';
import { type FoundText, findTexts } from './texts.ts';
import { describeFieldProblem, type YamlFile } from './yaml-file.ts';

/** The invented people of the demonstration; a test holds the list against its files. */
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

const personIn = (text: string) => demoPeople.find((person) => text.includes(person));

const isDemoVideo = ({ path, text }: FoundText) =>
  path.at(-1) === 'id' && /^demo(Membro|Equipe)\d$/.test(text);

const isDemoPicture = ({ path, text }: FoundText, folder: string): boolean => {
  if (!pictureFields.includes(path.at(-1) ?? '')) return false;
  const bytes = readFileSync(join(folder, 'images', text));
  return demoPictures.includes(createHash('sha256').update(bytes).digest('hex'));
};

/** What of the demonstration a text still holds, as it follows "ainda está". */
const leftoverIn = (found: FoundText, folder: string): string | undefined => {
  const { path, text } = found;
  const isAddress = /\.example\b/.test(text);
  if (path.at(-1) === 'funnel' && /engrena/i.test(text)) {
    return `o valor de funil da demonstração ("${text}")`;
  }
  if (isAddress) return `um endereço da demonstração, que não existe na internet ("${text}")`;
  if (isDemoVideo(found)) return `um vídeo da demonstração ("${text}")`;
  if (isDemoPicture(found, folder)) return `uma imagem da demonstração ("${text}")`;
  if (/\bEngrena\b/.test(text)) return 'a marca da demonstração (“Engrena”)';
  const person = personIn(text);
  return person && `uma pessoa inventada da demonstração (“${person}”)`;
};

/** Everything of the demonstration that is left, for a page that no longer says it is one. */
export const findDemoLeftovers = (files: readonly YamlFile[], folder: string): ContentProblem[] =>
  files.flatMap((file) =>
    findTexts(file.value).flatMap((found) => {
      const leftover = leftoverIn(found, folder);
      return leftover
        ? [
            describeFieldProblem(
              file,
              found.path,
              `"demo" é false, mas aqui ainda está ${leftover}`,
            ),
          ]
        : [];
    }),
  );
