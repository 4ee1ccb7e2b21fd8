import { expect, test } from 'vitest';
import { refuseOddPath } from './odd-path.ts';

test.each(['#', '%', '?', '*'])(
  'a folder with %s in its path is refused in a sentence',
  (letter) => {
    expect(refuseOddPath(`/srv/a${letter}b/app`)).toBe(
      `O caminho da pasta, /srv/a${letter}b/app, tem “${letter}”, e a ferramenta que constrói a página ` +
        'não o entende: mude o nome da pasta para um sem #, %, ? e * e repita o comando.',
    );
  },
);

test('spaces and accents are no obstacle', () => {
  expect(refuseOddPath('/srv/Minha página (nova)/app')).toBeNull();
});
