import { expect } from 'vitest';
import { ANSWERS, CONTACT } from '../apply.ts';
import { readEvents } from '../events.ts';
import type { JourneyTest } from './journeys.ts';
import { button, type Visitor } from './visitor.ts';

const OPENER = '[data-section="header"] [data-opens="application"]';
const MODAL = '#application-modal';

async function open(visitor: Visitor, url: string): Promise<void> {
  await visitor.visit.open(url);
  await visitor.visit.run(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  await visitor.click(`//header${button('PREENCHER APLICAÇÃO')}`);
  await visitor.click(button('APLICAR'));
  await visitor.sees('Informações Pessoais', MODAL);
}

async function fillPersonal(visitor: Visitor): Promise<void> {
  await visitor.fill('Nome completo', CONTACT.nome);
  await visitor.fill('E-mail', CONTACT.email);
  await visitor.fill('WhatsApp', '11987654321');
  await visitor.fill('Instagram', 'ana.souza');
  await visitor.click(button('Próximo'));
  await visitor.sees('Informações da Empresa', MODAL);
  await visitor.focusIsOn('[data-step-title]');
}

async function fillTheRest(visitor: Visitor): Promise<void> {
  await visitor.fill('Empresa ou negócio', ANSWERS.empresa);
  await visitor.fill('Cargo', ANSWERS.cargo);
  await visitor.choose('Faturamento mensal', 'De R$ 10 mil a R$ 30 mil');
  await visitor.click(button('Próximo'));
  await visitor.fill('Principais desafios', 'Ninguém sabe o que eu faço.');
  await visitor.choose('Em quanto tempo', 'Em 3 anos ou mais');
  await visitor.click(button('Próximo'));
  await visitor.fill('Você já fez consultoria', ANSWERS.experiencia_anterior);
}

export function walkThroughTheApplication(journey: JourneyTest): void {
  journey('an applicant goes from the header to the confirmation', async ({ visitor, funil }) => {
    await open(visitor, `${funil.url}/?utm_source=bio`);
    await fillPersonal(visitor);
    await fillTheRest(visitor);
    await visitor.click(button('ENVIAR APLICAÇÃO'));
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
    await visitor.click(button('Voltar à página principal'));
    await visitor.dialogIsClosed();
    await visitor.focusIsOn(OPENER);
  });

  journey('an abandoned application leaves its contact behind', async ({ visitor, funil }) => {
    await open(visitor, funil.url);
    await fillPersonal(visitor);
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
