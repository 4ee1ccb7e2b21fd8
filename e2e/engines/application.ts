import { expect } from 'vitest';
import {
  ANSWERS,
  BUTTON,
  CONTACT,
  fillFromCompanyOn,
  fillPersonal,
} from '../../testkit/application-form.ts';
import { readEvents } from '../events.ts';
import type { JourneyTest } from './journeys.ts';
import { button, type Visitor } from './visitor.ts';

const OPENER = '[data-section="header"] [data-opens="application"]';
const MODAL = '#application-modal';

async function open(visitor: Visitor, url: string): Promise<void> {
  await visitor.visit.open(url);
  await visitor.visit.run(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  await visitor.click(`//header${button('PREENCHER APLICAÇÃO')}`);
  await visitor.press(BUTTON.start);
  await visitor.sees('Informações Pessoais', MODAL);
}

async function goPastPersonal(visitor: Visitor): Promise<void> {
  await fillPersonal(visitor);
  await visitor.press(BUTTON.next);
  await visitor.sees('Informações da Empresa', MODAL);
  await visitor.focusIsOn('[data-step-title]');
}

export function walkThroughTheApplication(journey: JourneyTest): void {
  journey('an applicant goes from the header to the confirmation', async ({ visitor, funil }) => {
    await open(visitor, `${funil.url}/?utm_source=bio`);
    await goPastPersonal(visitor);
    await fillFromCompanyOn(visitor, 'Ninguém sabe o que eu faço.');
    await visitor.press(BUTTON.send);
    await visitor.sees('APLICAÇÃO ENVIADA', MODAL);
    await visitor.focusIsOn('[data-step-title]');

    const [application, ...others] = funil.rows('applications');
    expect(others).toEqual([]);
    expect(application).toMatchObject({
      ...CONTACT,
      ...ANSWERS,
      principais_desafios: 'Ninguém sabe o que eu faço.',
      utm_source: 'bio',
    });
    const { id } = application ?? {};
    expect(funil.rows('application_drafts')).toMatchObject([{ id, ...CONTACT }]);
    await visitor.press('Voltar à página principal');
    await visitor.dialogIsClosed();
    await visitor.focusIsOn(OPENER);
  });

  journey('an abandoned application leaves its contact behind', async ({ visitor, funil }) => {
    await open(visitor, funil.url);
    await goPastPersonal(visitor);
    await visitor.sees('Salvo', MODAL);
    await visitor.visit.press('Escape');
    await visitor.dialogIsClosed();
    await visitor.focusIsOn(OPENER);
    const [draft] = funil.rows('application_drafts');
    expect(draft).toMatchObject(CONTACT);
    expect(funil.rows('applications')).toEqual([]);
    await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(1);
    expect(readEvents(funil, 'form_abandon')).toMatchObject([
      { lead_ref: draft?.id, payload: { form: 'aplicacao', step: 2 } },
    ]);
  });
}
