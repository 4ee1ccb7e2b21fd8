import { readEvents } from './events.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';

const ADDRESSES = [
  '/?utm_campaign=a%00b',
  '/?utm_source=constructor',
  '/?utm_source=__proto__&utm_medium=toString',
  `/?utm_term=${'x'.repeat(254)}${encodeURIComponent('😀😀')}`,
  `/?utm_source=%ED%A0%BD&gclid=${'y'.repeat(3000)}&fbclid=a%00b`,
];

for (const [index, address] of ADDRESSES.entries()) {
  test(`a visitor with an odd link leaves a lead and events: ${index}`, async ({ page, funil }) => {
    await page.goto(funil.url + address);
    await openLeadDialog(page);
    await fillLead(page);
    // Half an emoji, which would not outlive the way from here into the page.
    await page
      .getByRole('textbox', { name: 'Nome completo' })
      .evaluate((input: HTMLInputElement) => {
        input.value = `Ana ${String.fromCharCode(0xd83d)} Souza`;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await sendLead(page);
    await page.waitForURL('https://checkout.example/**');
    // The browser's own form data writes the sign for what cannot be shown in its place.
    expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana \ufffd Souza' }]);
    await expect.poll(() => readEvents(funil, 'generate_lead')).toHaveLength(1);
    expect(readEvents(funil, 'session_start')).toHaveLength(1);
  });
}

const RECORDS: Record<string, unknown>[] = [
  {
    utm_tracking_data: {
      utm_source: 'google',
      utm_term: 'x'.repeat(900),
      origem_timestamp: '2026-02-01',
    },
    journey_tracking_data: {
      botoes_clicados: Array.from({ length: 260 }, (_, n) => ({
        botao: `${n} ${'ç😀'.repeat(150)}`,
        timestamp: '2026-02-01T09:00:00-03:00',
        secao: null,
        cor: 'azul',
      })),
      paginas_visitadas: '12',
      tempo_jornada_segundos: '9.5',
      inicio_sessao: '1900-01-01',
      versao: 2,
    },
  },
  { utm_tracking_data: { utm_source: ['x'], toString: 1 }, journey_tracking_data: [null, 7] },
  {
    utm_tracking_data: { utm_source: 'bio', origem_timestamp: 'Invalid Date' },
    journey_tracking_data: { botoes_clicados: [{ botao: 1 }], paginas_visitadas: 1e99 },
    session_tracking_data: { id: ['01980000-0000-7000-8000-000000000000'], last: { valueOf: 1 } },
  },
];

for (const [index, records] of RECORDS.entries()) {
  test(`a visitor with records of another site leaves a lead and events: ${index}`, async ({
    page,
    funil,
  }) => {
    await page.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) {
        if (!sessionStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value));
        sessionStorage.setItem(key, 'set');
      }
    }, records);
    await page.goto(funil.url);
    await openLeadDialog(page);
    await fillLead(page);
    await sendLead(page);
    await page.waitForURL('https://checkout.example/**');
    expect(funil.rows('leads')).toHaveLength(1);
    await expect.poll(() => readEvents(funil, 'generate_lead')).toHaveLength(1);
  });
}

for (const clock of ['1970-01-01T00:01:00Z', '2090-06-01T12:00:00Z', '2150-06-01T12:00:00Z']) {
  test(`a visitor whose clock says ${clock} leaves a lead and events`, async ({ page, funil }) => {
    await page.clock.install({ time: clock });
    await page.goto(funil.url);
    await openLeadDialog(page);
    await fillLead(page);
    await sendLead(page);
    await expect.poll(() => funil.rows('leads')).toHaveLength(1);
    await page.clock.runFor(10_000);
    await expect.poll(() => readEvents(funil, 'generate_lead').length).toBe(1);
  });
}
