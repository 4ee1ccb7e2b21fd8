import { expect } from 'vitest';
import { sendLead } from '../../testkit/lead-form.ts';
import { readEvents } from '../events.ts';
import type { JourneyTest } from './journeys.ts';
import { field, type Visitor } from './visitor.ts';

const CAMPAIGN = '/?utm_source=instagram&utm_campaign=lancamento&utm_content=story-3&utm_term=ia';
const OPENER = '[data-section="hero"] [data-opens="lead"]';
const PHONE = '#lead-telefone';

async function openDialog(visitor: Visitor): Promise<void> {
  await visitor.press('Quero entrar na comunidade');
  await visitor.focusIsOn('#lead-nome');
}

const phoneShows = (visitor: Visitor, text: string) =>
  expect.poll(() => visitor.value(PHONE)).toBe(text);

export function walkToCheckout(journey: JourneyTest): void {
  journey('a visitor from an ad goes to checkout, lead and visit stored', async (given) => {
    const { visitor, funil } = given;
    await visitor.visit.open(funil.url + CAMPAIGN);
    await openDialog(visitor);
    await visitor.visit.type('Ana Souza');
    await visitor.fill('WhatsApp', '11987654321');
    await phoneShows(visitor, '(11) 98765-4321');
    await sendLead(visitor);
    await visitor.sees('Dados salvos!');
    await expect.poll(() => visitor.visit.address()).toMatch(/^https:\/\/checkout\.example\//);
    const { pathname, searchParams } = new URL(await visitor.visit.address());
    expect(pathname).toBe('/engrena-ia');
    expect(Object.fromEntries(searchParams)).toEqual({
      funnel: 'engrena-anual',
      ra: 'false',
      utm_source: 'instagram',
      utm_medium: 'social',
      utm_campaign: 'lancamento',
      utm_content: 'story-3',
      utm_term: 'ia',
    });
    expect(funil.rows('leads')).toMatchObject([
      {
        nome: 'Ana Souza',
        telefone: '(11) 98765-4321',
        utm_source: 'instagram',
        utm_content: 'story-3',
        paginas_visitadas: 1,
      },
    ]);
    await expect.poll(() => readEvents(funil, 'checkout_redirect').length).toBe(1);
    const [lead] = funil.rows('leads');
    expect(readEvents(funil, 'generate_lead')).toMatchObject([{ lead_ref: lead?.idempotency_key }]);
    expect(readEvents(funil, 'session_start')).toHaveLength(1);
  });
}

export function walkBackFromTheLeadDialog(journey: JourneyTest): void {
  journey('a digit deleted or typed in the middle leaves the caret there', async (given) => {
    const { visitor, funil } = given;
    await visitor.visit.open(funil.url);
    await openDialog(visitor);
    await visitor.fill('WhatsApp', '11987654321');
    await phoneShows(visitor, '(11) 98765-4321');
    await visitor.visit.run((phone) => {
      document.querySelector<HTMLInputElement>(phone)?.setSelectionRange(5, 5);
    }, PHONE);
    await visitor.visit.press('Backspace');
    await phoneShows(visitor, '(19) 87654-321');
    await visitor.visit.type('1');
    await phoneShows(visitor, '(11) 98765-4321');
  });

  journey('Enter says what is missing; Escape closes, clears and goes back', async (given) => {
    const { visitor, funil } = given;
    await visitor.visit.open(funil.url);
    await openDialog(visitor);
    await visitor.fill('Nome completo', 'Ana');
    await expect
      .poll(async () => {
        await visitor.visit.press('Enter');
        return visitor.read();
      })
      .toContain('Por favor, preencha nome e telefone válidos.');
    await visitor.visit.press('Escape');
    await visitor.dialogIsClosed();
    await visitor.focusIsOn(OPENER);
    expect(funil.rows('leads')).toEqual([]);
    await openDialog(visitor);
    expect(await visitor.value('#lead-nome')).toBe('');
  });

  journey('a form begun and left by going elsewhere is told', async (given) => {
    const { visitor, funil } = given;
    await visitor.visit.open(funil.url);
    await openDialog(visitor);
    await visitor.click(field('Nome completo'));
    await visitor.visit.type('Ana');
    await expect.poll(() => visitor.count('#lead-dialog form')).toBe(1);
    await visitor.visit.open(`${funil.url}/404.html`);
    await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(1);
    expect(readEvents(funil, 'form_abandon')).toMatchObject([
      { payload: { form: 'lead', field: 'nome' } },
    ]);
  });
}
