import { fillSeats } from '@funil/contract/site/seats';
import { expect, test } from 'vitest';
import { loadContent } from './load.ts';
import { placeSeats } from './seats.ts';

const FACTS = { seats: 'auto', seatsTotal: 12 } as const;

test('offers a waiting list once no seat is left', () => {
  const content = loadContent();
  const { application, applicationModal } = placeSeats({
    ...content,
    site: { ...content.site, facts: FACTS },
  });
  const textsWith = (seats: number) => {
    const { welcome } = applicationModal?.steps ?? {};
    const texts = [application?.cta.label, welcome?.title, welcome?.start];
    return texts.map((text) => fillSeats(text ?? '', seats));
  };
  expect(textsWith(3)).toEqual([
    'PREENCHER APLICAÇÃO',
    'Aplique para a **mentoria de marca pessoal**',
    'APLICAR',
  ]);
  expect(textsWith(0)).toEqual([
    'ENTRAR NA LISTA DE ESPERA',
    'Entre na **lista de espera**',
    'ENTRAR NA LISTA DE ESPERA',
  ]);
});

test.each(['application.cta.label', 'header.cta.label'])(
  'offers the application by no button once no seat is left, also while %s is tested',
  (field) => {
    const content = loadContent();
    const version = { name: 'Botão', field, text: 'QUERO APLICAR' };
    const placed = placeSeats({
      ...content,
      site: { ...content.site, facts: FACTS, test: version },
    });
    const labelsWith = (seats: number) => {
      const { application, header, site } = placed;
      const labels = [application?.cta.label, header.cta.label, site.test?.text];
      return labels.map((label) => fillSeats(label ?? '', seats));
    };
    expect(labelsWith(3)).toEqual(['PREENCHER APLICAÇÃO', 'PREENCHER APLICAÇÃO', 'QUERO APLICAR']);
    expect(labelsWith(0)).toEqual(Array(3).fill('ENTRAR NA LISTA DE ESPERA'));
  },
);

test('keeps the second version of another tested text once no seat is left', () => {
  const content = loadContent();
  const version = { name: 'Botão', field: 'hero.cta.label', text: 'QUERO ENTRAR' };
  const { site } = placeSeats({
    ...content,
    site: { ...content.site, facts: FACTS, test: version },
  });
  expect(site.test?.text).toBe('QUERO ENTRAR');
});
