import { fillSeats } from '@funil/contract/site/seats';
import { expect, test } from 'vitest';
import { loadContent } from './load.ts';
import { placeSeats } from './seats.ts';

test('the application is a waiting list once no seat is left', () => {
  const content = loadContent();
  const facts = { seats: 'auto', seatsTotal: 12 } as const;
  const { application, applicationModal } = placeSeats({
    ...content,
    site: { ...content.site, facts },
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
