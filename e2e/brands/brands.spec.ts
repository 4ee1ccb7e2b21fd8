import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { BUDGETS } from '../../testkit/budgets.ts';
import { ApplicationModal } from '../application-modal.ts';
import { type ConsoleServer, startConsoleServer, useSessionOf } from '../console/console-server.ts';
import { expectErrors } from '../console-errors.ts';
import { recordCalls } from '../events.ts';
import { test as base, expect } from '../fixtures.ts';
import { expectNoViolations } from '../no-violations.ts';
import { layOutPage, openAllDetails, waitForWebFonts } from '../page-layout.ts';
import { buildBrand } from './make-brand.ts';
import { startDevServer } from './start-dev-server.ts';

// The page is closed before the worker's server, because an open console keeps asking the server for marks.
const test = base.extend<object, { institute: { dist: string; server: ConsoleServer } }>({
  institute: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      using brand = await buildBrand('institute');
      await using server = await startConsoleServer({ SITE_DIR: brand.dist });
      await use({ dist: brand.dist, server });
    },
    { scope: 'worker', timeout: 15 * 60_000 },
  ],
});

// The tests run in sequence, because builds share the folder of reduced fonts.
test.describe.configure({ mode: 'default', timeout: 15 * 60_000 });

const filesOf = (dist: string) =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) => join(dist, file));

const kilobytes = (...files: string[]) =>
  files.reduce((sum, file) => sum + readFileSync(file).length, 0) / 1024;

/**
 * Returns elements beyond the right edge of the window or the receipt. The page does not scroll there, because
 * sections clip such elements.
 */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const elements = [...document.querySelectorAll('main *, footer *')];
    const rightOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
    const out = elements.filter(
      (element) =>
        rightOf(element) > (rightOf(element.closest('.receipt')) || clientWidth) + 1 &&
        !element.closest('.carousel, .sr-only, svg'),
    );
    const wideLayout = scrollWidth > clientWidth ? [`page ${scrollWidth}`] : [];
    return [...wideLayout, ...out.map((element) => `${element.tagName} ${element.className}`)];
  });

/** Checks every width for elements outside the window, and the last width with axe. */
async function expectNoLayoutFaults(page: Page, widths: readonly number[]): Promise<void> {
  await openAllDetails(page);
  await layOutPage(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await waitForWebFonts(page);
    expect(await findOverflow(page), `${width} px`).toEqual([]);
  }
  await expectNoViolations(page);
}

test('publishes another brand without the demonstration’s texts, and photos without metadata', async ({
  institute: { dist },
}) => {
  const published = filesOf(dist);
  const texts = published.filter((file) =>
    /\.(html|js|css|xml|txt|json|svg|webmanifest)$/.test(file),
  );
  for (const file of texts) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/engrena|M13\.5 32H56\.2|Lívia/i);
  }
  const pictures = published.filter((file) => /\.(png|jpe?g|webp|avif)$/.test(file));
  expect(pictures.length).toBeGreaterThan(10);
  for (const file of pictures) {
    expect((await sharp(file).metadata()).exif, file).toBeUndefined();
  }
  expect(existsSync(join(dist, 'icone-maskable-512.png'))).toBe(true);
});

test('shares links with the size of the brand’s own picture', async ({ institute: { dist } }) => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  // The picture of shared links is smaller than 1,200 × 630 pixels.
  for (const [property, value] of [
    ['og:image:width', 780],
    ['og:image:height', 410],
  ] as const) {
    expect(html).toContain(`<meta property="${property}" content="${value}"`);
  }
  const shared = /property="og:image" content="https:\/\/[^/]+\/([^"]+)"/.exec(html)?.[1];
  expect(await sharp(join(dist, shared ?? '')).metadata()).toMatchObject({
    width: 780,
    height: 410,
  });
});

test('publishes only pictures and fonts that the page uses', async ({ institute: { dist } }) => {
  const published = filesOf(dist);
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const inPage = published.filter(
    (file) => /\.(png|jpe?g|webp|avif)$/.test(file) && dirname(file) === join(dist, '_astro'),
  );
  expect(inPage.length).toBeGreaterThan(0);
  expect(inPage.filter((file) => !html.includes(basename(file)))).toEqual([]);
  const faces = published.filter((file) => /\/(bricolage|instrument)[^/]*\.woff2$/.test(file));
  expect(faces).toHaveLength(2);
  expect(kilobytes(...faces)).toBeLessThanOrEqual(BUDGETS.fontsKB);
  // The document may be larger than the demonstration's, because the institute's texts are longer.
  expect(kilobytes(join(dist, 'index.html.br'))).toBeLessThanOrEqual(BUDGETS.documentKB * 1.5);
});

test('fits long words and long lists at every width', async ({ page, institute: { server } }) => {
  await page.goto(server.funil.url);
  await expect(page.locator('.carousel-slide')).toHaveCount(40);
  await expect(page.locator('.module')).toHaveCount(30);
  await expectNoLayoutFaults(page, [320, 360, 768, 1280]);
});

test('asks the brand’s questions in the short form', async ({ page, institute: { server } }) => {
  const gtag = await recordCalls(page, 'gtag');
  await page.goto(`${server.funil.url}/?utm_source=bio&utm_term=festa`);
  await page.getByRole('button', { name: 'Quero me especializar' }).first().click();
  const lead = page.getByRole('dialog', { name: /quem é você/ });
  await lead.getByLabel('Nome completo').fill('Bia Lima');
  await lead.getByLabel('WhatsApp').fill('21998765432');
  const send = lead.getByRole('button', { name: 'Continuar para o pagamento' });
  await lead.getByLabel('E-mail (opcional)').fill('bia@lima');
  await expect(send).toBeDisabled();
  await lead.getByLabel('E-mail (opcional)').fill('bia@lima.com.br');
  await lead.getByLabel('Em que cidade').fill('Recife');
  await lead.getByLabel('Quando você quer começar?').selectOption('Agora');
  await lead.getByLabel('Telefone da clínica (opcional)').pressSequentially('8132145678');
  await expect(send).toBeDisabled();
  // A required choice is missing.
  await lead.getByLabel('Em que cidade').press('Enter');
  const interests = lead.getByRole('group', { name: 'O que você quer aprender?' });
  await expect(interests.getByText('Selecione ao menos uma opção')).toBeVisible();
  await expect(interests.getByRole('checkbox').first()).toBeFocused();
  await expectNoViolations(page, '#lead-dialog');
  await page.keyboard.press('Space');
  await expect(interests.getByText('Selecione ao menos uma opção')).toHaveCount(0);
  await interests.getByLabel('Anúncios pagos').check();
  await page.route('https://pagamento.test/**', (route) => route.fulfill({ body: 'Pagamento' }));
  await send.click();
  await page.waitForURL('https://pagamento.test/**');
  const [stored] = server.funil.rows('leads');
  expect(stored).toMatchObject({ email: 'bia@lima.com.br' });
  const reference = String(stored?.idempotency_key).replaceAll('-', '');
  expect(new URL(page.url()).searchParams.get('utm_term')).toBe(`festa|${reference}`);
  // This brand's content does not allow name and phone to be sent to Google.
  const leads = () => gtag.filter(([, name]) => name === 'generate_lead');
  await expect.poll(leads).toHaveLength(1);
  const utms = { utm_source: 'bio', utm_medium: 'organico', utm_term: 'festa' };
  expect(leads()[0]?.[2]).toEqual({
    currency: 'BRL',
    value: 0,
    ...utms,
    utm_campaign: '',
    utm_content: '',
  });
  expect(JSON.parse(String(stored?.respostas))).toEqual({
    cidade: 'Recife',
    momento: 'ja',
    interesses: ['atendimento', 'anuncios'],
    fone_clinica: '(81) 3214-5678',
  });
});

test('asks the brand’s questions in the application, and shows the answers in the console', async ({
  page,
  institute: { server },
}) => {
  const answers = {
    nicho: 'Otorrinolaringologia',
    equipe: 1500.5,
    modelo: 'mensal',
    email_socio: 'rui@instituto.example',
    canais: ['instagram', 'outro'],
    fone_empresa: '(11) 3214-5678',
    perfil_empresa: '@instituto.oto',
    sonho: 'Atender melhor.',
  };
  await page.goto(server.funil.url);
  const modal = new ApplicationModal(page);
  await page.getByRole('button', { name: 'CANDIDATAR-SE À ESPECIALIZAÇÃO' }).click();
  await modal.button('APLICAR').click();
  await modal.completePersonal();
  await modal.field('Empresa ou negócio').fill('Clínica');
  await modal.field('Faturamento mensal').selectOption('De R$ 10 mil a R$ 30 mil');
  await modal.next.click();
  await modal.completeChallenges();
  await modal.field('Qual é o seu nicho?').fill(answers.nicho);
  await modal.field('Quantas pessoas trabalham').fill('R$ 1.500,50');
  await modal.field('Como você cobra?').selectOption('Por mês');
  await modal.field('E-mail de quem decide').fill(answers.email_socio);
  await modal.field('Telefone da empresa').pressSequentially('1132145678');
  await modal.field('Instagram da empresa').fill('instituto.oto');
  await modal.field('dez horas livres').fill(answers.sonho);
  // A required choice is missing.
  await modal.field('Qual é o seu nicho?').press('Enter');
  const choices = modal.dialog.getByRole('group', { name: 'Por onde seus clientes' });
  await expect(choices.getByText('Selecione ao menos uma opção')).toBeVisible();
  await expect(choices.getByRole('checkbox').first()).toBeFocused();
  await expectNoViolations(page, '#application-modal');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await choices.getByLabel('Outro lugar').check();
  await modal.sendAndConfirm();
  const [row] = server.funil.rows('applications');
  expect(row).toMatchObject({ cargo: '', empresa: 'Clínica' });
  expect(JSON.parse(String(row?.respostas))).toEqual(answers);

  await useSessionOf(page, server);
  await page.goto(`${server.url}/pessoas/aplicacoes/${row?.id}`);
  const answersSection = page
    .getByRole('article', { name: 'Ana Souza' })
    .locator('section:has(> h2:text-is("Respostas"))')
    .first();
  const answerTo = (label: string) =>
    answersSection.locator('div').filter({ has: page.getByText(label, { exact: true }) });
  await expect(answerTo('Quantas pessoas trabalham com você?')).toContainText('1.500,5');
  await expect(answerTo('Como você cobra?')).toContainText('Por mês');
  await expect(answerTo('Por onde seus clientes chegam?')).toContainText('Instagram, Outro lugar');
  await expect(answerTo('Faturamento mensal')).toContainText('De R$ 10 mil a R$ 30 mil');
  await expect(answersSection.getByText('Cargo')).toHaveCount(0);
});

test('fits a light brand, and reloads its page when content changes', async ({ page }) => {
  // Vite logs reloads and errors.
  expectErrors(page, /./);
  await using dev = await startDevServer('bakery');
  // After a reload, a change must wait for Vite's connection, because an unconnected page misses it.
  const waitForConnection = () =>
    page.waitForEvent('console', { predicate: (message) => message.text().includes('connected.') });
  // Finds the title by its id, because Vite's error page has a heading, too. Vite shows it if it reads a file that is
  // being written.
  const title = page.locator('#titulo-hero');
  let isConnected = waitForConnection();
  await page.goto(dev.url);
  await isConnected;
  await expect(title).toContainText('A festa pronta,');

  const sections = page.locator('main > [data-section]');
  const readGrounds = () =>
    sections.evaluateAll((all) => all.map(({ dataset }) => `${dataset.section} ${dataset.tone}`));
  // A new dependency makes Vite reload the page once.
  await expect(async () => {
    expect(await readGrounds()).toEqual([
      'hero paper',
      'casos ink',
      'oferta paper',
      'depoimentos ink',
      'autoridade paper',
      'videos paper',
      'problema ink',
      'fundador paper',
    ]);
    await expectNoLayoutFaults(page, [320, 768, 1280, 1920]);
  }).toPass();
  await expect(page.getByText('R$ 540,00')).toBeVisible();
  // The ground of a video without a picture is dark, because the quote over it is light.
  await expect(page.locator('.video-ground')).toHaveCSS('background-color', 'rgb(43, 26, 36)');

  isConnected = waitForConnection();
  dev.edit('hero.yaml', 'A festa pronta,', 'A festa completa,');
  await expect(title).toContainText('A festa completa,');
  await isConnected;

  isConnected = waitForConnection();
  dev.edit('hero.yaml', 'A festa completa,', 'A mesa posta,');
  await expect(title).toContainText('A mesa posta,');
  await isConnected;

  isConnected = waitForConnection();
  const line = dev.edit('site.yaml', '#ffb3c7', '#2b2a44');
  const problems = page.getByText('O conteúdo tem 1 problema');
  await expect(problems).toContainText(
    `site.yaml, linha ${line}, campo "theme.colors.accent": o contraste entre a cor de destaque (#2b2a44) e o fundo escuro (#2b1a24) é de`,
  );
  await expect(page).toHaveTitle('A página espera um conserto');
  await isConnected;
  await expect(page.locator('vite-error-overlay')).toBeHidden();
  dev.edit('site.yaml', '#2b2a44', '#ffb3c7');
  await expect(problems).toHaveCount(0);
  await expect(title).toContainText('A mesa posta,');
});
