import { expectEvents } from './events.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';

// That every address and record gives rows that can be stored, rows-fit-contract.test.ts proves.
const ODD_ADDRESS = [
  '/?utm_source=__proto__&utm_medium=toString&utm_campaign=a%00b&utm_content=%ED%A0%BD',
  `utm_term=${'x'.repeat(254)}${encodeURIComponent('😀😀')}`,
  `gclid=${'y'.repeat(3000)}&fbclid=a%00b`,
].join('&');

test('a visitor with an odd link and half an emoji in the name leaves a lead and events', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url + ODD_ADDRESS);
  await openLeadDialog(page);
  await fillLead(page);
  // Half an emoji would not outlive the way from here into the page.
  await page.getByLabel('Nome completo').evaluate((input: HTMLInputElement) => {
    input.value = `Ana ${String.fromCharCode(0xd83d)} Souza`;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  // The browser's own form data writes the sign for what cannot be shown in its place.
  expect(funil.rows('leads')).toMatchObject([
    { nome: 'Ana \ufffd Souza', utm_source: '__proto__', utm_medium: 'toString' },
  ]);
  await expectEvents(page, funil, 'generate_lead');
  await expectEvents(page, funil, 'session_start');
});

for (const clock of ['1970-01-01T00:01:00Z', '2150-06-01T12:00:00Z']) {
  test(`a visitor whose clock says ${clock} leaves a lead and events`, async ({ page, funil }) => {
    await page.clock.install({ time: clock });
    await page.goto(funil.url);
    await openLeadDialog(page);
    await fillLead(page);
    await sendLead(page);
    await expect.poll(() => funil.rows('leads')).toHaveLength(1);
    await page.clock.runFor(10_000);
    await expectEvents(page, funil, 'generate_lead');
  });
}
