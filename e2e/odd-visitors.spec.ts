import { expectEvents } from './events.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, sendLead, waitForCheckout } from './lead-dialog.ts';

// rows-fit-contract.test.ts proves that rows of any address, clock and record are valid.
const ODD_ADDRESS = [
  '/?utm_source=__proto__&utm_medium=toString&utm_campaign=a%00b&utm_content=%ED%A0%BD',
  `utm_term=${'x'.repeat(254)}${encodeURIComponent('😀😀')}`,
  `gclid=${'y'.repeat(3000)}&fbclid=a%00b`,
].join('&');

test('stores lead and events of a visitor with an odd link and half an emoji in the name', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url + ODD_ADDRESS);
  await openLeadDialog(page);
  await fillLead(page);
  // Playwright cannot send half an emoji to the page.
  await page.getByLabel('Nome completo').evaluate((input: HTMLInputElement) => {
    input.value = `Ana ${String.fromCharCode(0xd83d)} Souza`;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await sendLead(page);
  await waitForCheckout(page);
  // FormData replaces it by the replacement character.
  expect(funil.rows('leads')).toMatchObject([
    { nome: 'Ana \ufffd Souza', utm_source: '__proto__', utm_medium: 'toString' },
  ]);
  await expectEvents(page, funil, 'generate_lead');
  await expectEvents(page, funil, 'session_start');
});
