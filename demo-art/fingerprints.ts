import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const content = join(import.meta.dirname, '../content');

/** Writes what content/load/demonstration.ts knows the demonstration's pictures by. */
export function writeFingerprints(): void {
  const images = join(content, 'images');
  const lines = readdirSync(images)
    .sort()
    .map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(images, name)))
        .digest('hex');
      return `  '${hash}', // ${name}\n`;
    });
  const text = `/** SHA-256 of the demonstration's pictures; \`npm run pictures\` renews them. */
export const demoPictures: readonly string[] = [
${lines.join('')}];
`;
  writeFileSync(join(content, 'load/demonstration-pictures.ts'), text);
}
