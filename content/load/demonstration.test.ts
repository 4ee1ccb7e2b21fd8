import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEditableCopy } from '../../testkit/editable-content.ts';
import { demoPeople, demoPictures } from './demonstration.ts';

const shipped = join(import.meta.dirname, '..');

test('lists all remains of the demonstration when demo is false', () => {
  using copy = makeEditableCopy({ withPictures: true });
  copy.replace('site.yaml', 'demo: true', 'demo: false');
  const problems = copy.problems();
  for (const expected of [
    `content/site.yaml, linha ${copy.lineOf('site.yaml', 'url:')}, campo "url": ainda está aqui um endereço da demonstração, que não existe na internet ("https://engrena.example")`,
    `content/site.yaml, linha ${copy.lineOf('site.yaml', 'funnel:')}, campo "checkout.funnel": ainda está aqui o valor de funil da demonstração ("engrena-anual")`,
    `content/site.yaml, linha ${copy.lineOf('site.yaml', 'product:')}, campo "product": ainda está aqui a marca da demonstração (“Engrena”)`,
    `content/site.yaml, linha ${copy.lineOf('site.yaml', 'icon:')}, campo "brand.icon": ainda está aqui uma imagem da demonstração ("icone.svg")`,
    `content/founder.yaml, linha ${copy.lineOf('founder.yaml', 'name:')}, campo "name": ainda está aqui uma pessoa inventada da demonstração (“Lívia Sartório”)`,
    `content/team.yaml, linha ${copy.lineOf('team.yaml', 'demoEquipe1')}, campo "videos[1].id": ainda está aqui um vídeo da demonstração ("demoEquipe1")`,
    `content/testimonials.yaml, linha ${copy.lineOf('testimonials.yaml', 'depoimento-1.png')}, campo "items[1].image": ainda está aqui uma imagem da demonstração ("depoimento-1.png")`,
  ]) {
    expect(problems).toContain(expected);
  }
});

test('ignores remains of the demonstration in an omitted section', () => {
  using copy = makeEditableCopy({ withPictures: true });
  copy.replace('site.yaml', 'demo: true', 'demo: false');
  const before = copy.problems().filter((problem) => problem.includes('team.yaml'));
  copy.replace('site.yaml', '  - equipe\n', '');
  const after = copy.problems().filter((problem) => problem.includes('team.yaml'));
  expect([before.length > 0, after.length]).toEqual([true, 0]);
});

test('recognizes a renamed picture of the demonstration', () => {
  using copy = makeEditableCopy({ withPictures: true });
  copy.replace('site.yaml', 'demo: true', 'demo: false');
  copy.copyPicture('fundador.png', 'nossa-chefe.png');
  copy.replace('founder.yaml', 'fundador.png', 'nossa-chefe.png');
  expect(copy.problems()).toContain(
    `content/founder.yaml, linha ${copy.lineOf('founder.yaml', 'nossa-chefe.png')}, campo "portrait.image": ainda está aqui uma imagem da demonstração ("nossa-chefe.png")`,
  );
});

test('lists every picture of the demonstration', () => {
  const images = join(shipped, 'images');
  const hashes = readdirSync(images).map((name) =>
    createHash('sha256')
      .update(readFileSync(join(images, name)))
      .digest('hex'),
  );
  expect(hashes.sort()).toEqual([...demoPictures].sort());
});

test('lists every person of the demonstration', () => {
  const files = ['founder.yaml', 'videos.yaml', 'team.yaml', 'testimonials.yaml'];
  const names = files.flatMap((file) =>
    [...readFileSync(join(shipped, file), 'utf8').matchAll(/^(?: {4})?name: (.+)$/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(names.sort()).toEqual([...demoPeople].sort());
});
