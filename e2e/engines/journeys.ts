import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPort } from '../../testkit/find-port.ts';
import {
  ANSWERS,
  BUTTON_LABELS,
  CONTACT,
  fillPersonal,
  fillRemainingSteps,
} from '../../testkit/forms/application-form.ts';
import { sendLead } from '../../testkit/forms/lead-form.ts';
import { Funil } from '../../testkit/funil.ts';
import { HOTTOK } from '../console/hotmart-notice.ts';
import { CONVERSATION_SCREENSHOTS } from '../demonstration.ts';
import { buildTaggedSite, HERO_BUTTON_VERSIONS, TAGGED_SITE_FOLDER } from '../tagged-site.ts';
import { signInAndChangeLead } from './console.ts';
import type { Engine } from './engine.ts';
import { startScriptRefusingProxy } from './script-refusing-proxy.ts';
import { buttonXPath, Visitor } from './visitor.ts';

interface JourneyContext {
  visitor: Visitor;
  funil: Funil;
}
type Journey = (context: JourneyContext) => Promise<void>;

const CAMPAIGN = {
  utm_source: 'instagram',
  utm_medium: 'social',
  utm_campaign: 'lancamento',
  utm_content: 'story-3',
  utm_term: 'ia',
};
const LEAD_OPENER = '[data-section="hero"] [data-opens="lead"]';
const PHONE_FIELD = '#lead-telefone';
const APPLICATION_DIALOG = '#application-modal';
const APPLICATION_OPENER = '[data-section="header"] [data-opens="application"]';
const CAROUSEL = '[data-carousel]';

async function openLeadDialog(visitor: Visitor): Promise<void> {
  await visitor.press('Quero entrar na comunidade');
  await visitor.expectFocus('#lead-nome');
}

async function goToCheckout({ visitor, funil }: JourneyContext): Promise<void> {
  const phoneShows = (text: string) => expect.poll(() => visitor.readValue(PHONE_FIELD)).toBe(text);
  await visitor.page.open(`${funil.url}/?${new URLSearchParams(CAMPAIGN)}`);
  await openLeadDialog(visitor);
  await visitor.page.type('Ana Souza');
  const pressEnter = async () => {
    await visitor.page.press('Enter');
    return visitor.read();
  };
  await expect.poll(pressEnter).toContain('Por favor, preencha nome e telefone válidos.');
  await visitor.fill('WhatsApp', '11987654321');
  await phoneShows('(11) 98765-4321');
  await visitor.page.run((phone) => {
    document.querySelector<HTMLInputElement>(phone)?.setSelectionRange(5, 5);
  }, PHONE_FIELD);
  await visitor.page.press('Backspace');
  await phoneShows('(19) 87654-321');
  await visitor.page.type('1');
  await phoneShows('(11) 98765-4321');
  await sendLead(visitor);
  await expect.poll(() => visitor.page.address()).toMatch(/^https:\/\/checkout\.example\//);
  const { pathname, searchParams } = new URL(await visitor.page.address());
  expect(pathname).toBe('/engrena-ia');
  expect(Object.fromEntries(searchParams)).toEqual({
    funnel: 'engrena-anual',
    ra: 'false',
    ...CAMPAIGN,
  });
  const person = { nome: 'Ana Souza', telefone: '(11) 98765-4321' };
  expect(funil.rows('leads')).toMatchObject([{ ...person, ...CAMPAIGN, paginas_visitadas: 1 }]);
  await expect.poll(() => funil.events('checkout_redirect').length).toBe(1);
  const [lead] = funil.rows('leads');
  expect(funil.events('generate_lead')).toMatchObject([{ lead_ref: lead?.idempotency_key }]);
  expect(funil.events('session_start')).toHaveLength(1);
}

async function sendApplication({ visitor, funil }: JourneyContext): Promise<void> {
  await visitor.page.open(`${funil.url}/?utm_source=bio`);
  // An engine may put the scroll position back once more after the page has loaded.
  const scrollToHeader = () =>
    visitor.page.run(() => {
      window.scrollTo({ top: 400, behavior: 'instant' });
      return document.querySelector('.site-header')?.hasAttribute('data-shown');
    });
  await expect.poll(scrollToHeader).toBe(true);
  await visitor.click(`//header${buttonXPath('PREENCHER APLICAÇÃO')}`);
  // A click before hydration would follow the button's link to the form without scripts.
  await expect.poll(() => visitor.count('#application-modal[data-served]')).toBe(1);
  await visitor.press(BUTTON_LABELS.start);
  await visitor.expectText('Informações Pessoais', APPLICATION_DIALOG);
  await fillPersonal(visitor);
  await visitor.press(BUTTON_LABELS.next);
  await visitor.expectText('Informações da Empresa', APPLICATION_DIALOG);
  await visitor.expectFocus('[data-step-title]');
  await fillRemainingSteps(visitor, 'Ninguém sabe o que eu faço.');
  await visitor.press(BUTTON_LABELS.send);
  await visitor.expectText('APLICAÇÃO ENVIADA', APPLICATION_DIALOG);
  await visitor.expectFocus('[data-step-title]');
  await expect.poll(() => funil.rows('application_drafts')).toMatchObject([CONTACT]);
  const [draft] = funil.rows('application_drafts');
  const answers = { ...ANSWERS, principais_desafios: 'Ninguém sabe o que eu faço.' };
  expect(funil.rows('applications')).toMatchObject([
    { ...CONTACT, ...answers, utm_source: 'bio', id: draft?.id },
  ]);
  await visitor.press('Voltar à página principal');
  await visitor.expectClosedDialog();
  await visitor.expectFocus(APPLICATION_OPENER);
}

const conversation = (number: number) => `Conversa ${number} de ${CONVERSATION_SCREENSHOTS.length}`;

async function readConversations({ visitor, funil }: JourneyContext): Promise<void> {
  await visitor.page.open(funil.url);
  await visitor.page.run((carousel) => {
    document.querySelector(carousel)?.scrollIntoView({ behavior: 'instant' });
  }, CAROUSEL);
  await expect.poll(() => visitor.count(`${CAROUSEL}[data-looping]`)).toBe(1);
  await visitor.expectText(conversation(1), CAROUSEL);
  // On a stalling machine every swipe may be slow, and a slow one counts if it is longer than half a slide.
  const width = await visitor.page.run(
    () => document.querySelector<HTMLElement>('[data-slide]')?.offsetWidth ?? 0,
  );
  await visitor.drag(`//*[@data-slide][@aria-label='${conversation(1)}']`, Math.round(0.6 * width));
  await visitor.expectText(conversation(CONVERSATION_SCREENSHOTS.length), CAROUSEL);
  expect(await visitor.count('dialog[open]')).toBe(0);

  await visitor.press('Ir para a conversa 1');
  await visitor.expectText(conversation(1), CAROUSEL);
  await visitor.press('Ampliar a conversa de Camila R.');
  const dialog = '#conversation-dialog[open]';
  await visitor.expectText(conversation(1), dialog);
  await visitor.page.press('ArrowRight');
  await visitor.expectText(conversation(2), dialog);
  const readPictureWidth = () => {
    const image = document.querySelector<HTMLImageElement>('[data-enlarged] img');
    return image?.complete ? image.naturalWidth : 0;
  };
  await expect.poll(() => visitor.page.run(readPictureWidth)).toBeGreaterThan(300);
  await visitor.page.press('Escape');
  await visitor.expectClosedDialog();
  await visitor.expectFocus('[data-slide]:first-child [data-enlarge]');
}

async function readSections({ visitor, funil }: JourneyContext): Promise<void> {
  await visitor.page.open(funil.url);
  const title = '[data-section="fundador"] [data-reveal]';
  await expect.poll(() => visitor.count('[data-reveal="waiting"]')).toBeGreaterThan(3);
  await visitor.page.run((title) => {
    document.querySelector(title)?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, title);
  await expect.poll(() => visitor.count(`${title}[data-reveal="waiting"]`)).toBe(0);

  const readLines = (selector: string) =>
    [...document.querySelectorAll(selector)].map(
      (words) => getComputedStyle(words).textDecorationLine,
    );
  const emphasis = '[data-tone="paper"] h2 .emphasis';
  expect(new Set(await visitor.page.run(readLines, emphasis))).toEqual(new Set(['underline']));
  const price = '[data-section="oferta"] s';
  expect(await visitor.page.run(readLines, price)).toContain('line-through');

  const module = (name: string) => `//summary[.//h3[.='${name}']]`;
  await visitor.click(module('Agentes no WhatsApp'));
  await visitor.expectText('Passagem para atendimento humano');
  await visitor.click(module('Diagnóstico e proposta'));
  await expect.poll(() => visitor.read()).not.toContain('Passagem para atendimento humano');
  expect(await visitor.count('details[name="modulo"][open]')).toBe(1);
}

/** Matches the page's script, React (which all forms import) and two scripts that the page loads later. */
const SCRIPTS_FAILING_ONCE = /\/(index\.astro|react-dom|page-late|ApplicationForm)[^/]*\.js$/;

async function recoverFailedScripts({ visitor, funil }: JourneyContext): Promise<void> {
  using proxy = await startScriptRefusingProxy(funil.url, SCRIPTS_FAILING_ONCE);
  await visitor.page.open(proxy.url);
  await expect.poll(() => funil.events('page_view').length).toBe(1);
  await expect.poll(() => visitor.count('[data-reveal="waiting"]')).toBeGreaterThan(3);
  await openLeadDialog(visitor);
  await expect.poll(() => visitor.count('#lead-dialog[data-served]')).toBe(1);
  await visitor.page.press('Escape');
  await visitor.expectClosedDialog();
  await visitor.click(`//*[@data-section='aplicacao']//*[@data-opens]`);
  // After a failed script, a click before hydration would follow the button's link at once.
  await expect.poll(() => visitor.count('#application-modal[data-served]')).toBe(1);
  await visitor.press(BUTTON_LABELS.start);
  await visitor.expectText('Informações Pessoais', APPLICATION_DIALOG);
}

/** `text`, of the hero's button, is empty until the browser lays the page out, perhaps after the load event. */
const readVersion = async ({ page }: Visitor) => ({
  version: await page.run(() => document.documentElement.dataset.v ?? 'a'),
  id: await page.run(() => document.documentElement.dataset.visitor ?? ''),
  text: await page.run(
    (opener) => document.querySelector<HTMLElement>(opener)?.innerText.trim() ?? '',
    LEAD_OPENER,
  ),
});

async function keepOneVersion({ visitor, funil }: JourneyContext): Promise<void> {
  const { page } = visitor;
  await page.open(funil.url);
  let first = await readVersion(visitor);
  const readText = async () => {
    first = await readVersion(visitor);
    return first.text;
  };
  await expect.poll(readText).not.toBe('');
  expect(first.text).toBe(Reflect.get(HERO_BUTTON_VERSIONS, first.version));
  expect(first.id).not.toBe('');

  await page.run(() => Reflect.set(window, 'isBeforeReload', true));
  await page.run(() => location.reload());
  await expect.poll(() => page.run(() => Reflect.has(window, 'isBeforeReload'))).toBe(false);
  await expect.poll(() => readVersion(visitor)).toEqual(first);

  await page.open(`${funil.url}/formulario/aplicacao`);
  await page.goBack();
  await expect.poll(() => page.run(() => location.pathname)).toBe('/');
  await expect.poll(() => readVersion(visitor)).toEqual(first);
}

export function registerJourneys(name: string, launch: () => Promise<Engine>): void {
  let engine: Engine;
  let consoleUrl: string;
  /** A server for the journeys that read no rows, or only rows that no other journey stores. */
  let shared: Funil;
  let tagged: Promise<Funil>;
  async function startTagged(): Promise<Funil> {
    await buildTaggedSite();
    const funil = new Funil({ env: { SITE_DIR: TAGGED_SITE_FOLDER } });
    await funil.start();
    return funil;
  }
  beforeAll(async () => {
    tagged = startTagged();
    engine = await launch();
    const port = String(await findPort());
    consoleUrl = `http://127.0.0.1:${port}`;
    shared = new Funil({ env: { CONSOLE_PORT: port, HOTMART_HOTTOK: HOTTOK } });
    await shared.start();
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    for (const funil of [shared, await tagged]) await funil[Symbol.asyncDispose]();
  });

  async function runOnServer(funil: Funil, journey: Journey) {
    await using page = await engine.openPage();
    await journey({ visitor: new Visitor(page), funil });
  }
  async function runOnOwnServer(journey: Journey) {
    // The page closes before the server stops, so that requests on leaving still arrive.
    await using funil = new Funil();
    await funil.start();
    await runOnServer(funil, journey);
  }
  const testJourney = (title: string, run: () => Promise<void>) => test(`${name}: ${title}`, run);

  testJourney(
    'reports a missing field, leads a visitor from an ad to the checkout, and stores lead and visit',
    () => runOnOwnServer(goToCheckout),
  );
  testJourney('stores an application with its draft', () => runOnOwnServer(sendApplication));
  testJourney('moves through the conversations by swipes, and enlarges one', () =>
    runOnServer(shared, readConversations),
  );
  testJourney('fetches scripts again whose first download failed', () =>
    runOnOwnServer(recoverFailedScripts),
  );
  testJourney('reveals sections, underlines titles and opens one module at a time', () =>
    runOnServer(shared, readSections),
  );
  testJourney('shows one version, also after a reload and on going back', async () =>
    runOnServer(await tagged, keepOneVersion),
  );
  testJourney('signs an operator in, changes a lead’s state and shows its sale', () =>
    signInAndChangeLead(engine, shared, consoleUrl),
  );
}
