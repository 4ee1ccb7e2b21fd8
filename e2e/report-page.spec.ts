import { Markup } from '@funil/server/markup/html';
import { renderPage } from '@funil/server/report/html/page';
import { expect, test } from '@playwright/test';

const TOTALS = {
  pending: 321,
  open: 21,
  sales: 1234,
  charges: 1500,
  renewals: 100,
  buyers: 1100,
  lead_buyers: 900,
  refunded: 12,
  refunds_unknown: 1,
  paid_cents: 184_741_400,
  refunded_cents: 1_796_400,
  pending_cents: 5_988_000,
  issued_cents: 7_988_000,
  net_cents: 150_741_400,
  net_unknown_cents: 1_741_400,
  spend_cents: 27_439_567,
  cost_cents: 31_234_567,
};

const ORIGIN = { source: 'instagram', medium: 'social', campaign: 'lançamento-'.repeat(20) };
const STAGES = {
  visits: 12345,
  cta_clicks: 2345,
  form_starts: 1234,
  leads: 987,
  checkouts: 654,
  purchases: 321,
  applications: 12,
};

const REPORT = renderPage(
  {
    scope: { period: { from: null, until: null }, isByLead: false },
    stages: [
      { ...ORIGIN, ...STAGES, day: '2026-03-01' },
      {
        source: 'x'.repeat(255),
        medium: '',
        campaign: '',
        ...STAGES,
        day: '2026-03-02',
      },
    ],
    revenue: [{ ...ORIGIN, currency: 'BRL', transactions: 321, value: 480_537 }],
    sections: [{ section: 'hero', visits: 12345, seconds: 7.6 }],
    forms: [{ form: 'lead', started: 1234, completed: 987 }],
    abandonment: [{ form: 'aplicacao', step: 3, field: 'principais_desafios', visits: 12 }],
    visitHours: [],
    storedDays: [],
    vitals: [{ ...ORIGIN, metric: 'LCP', p75: 3297, samples: 208 }],
    leads: { stored: 1, withVisit: 1 },
    salesTotals: {
      hasNotices: true,
      failedNotices: 2,
      total: TOTALS,
      withoutOrigin: TOTALS,
      withoutValue: 1,
      origins: [
        {
          ...ORIGIN,
          ...TOTALS,
          content: 'criativo-'.repeat(20),
          visits: 12345,
          checkouts: 654,
          leads: 987,
          applications: 12,
          profit_cents: 123_456,
          profit_is_estimate: true,
          judgement: { verdict: 'keep', reason: 'paga-se: R$ 2,40 por real' },
        },
      ],
      platforms: [{ name: 'hotmart', ...TOTALS }],
      products: [{ name: 'Comunidade '.repeat(12), ...TOTALS }],
      days: [
        { name: '2026-03-01', ...TOTALS },
        { name: '2026-03-04', ...TOTALS },
      ],
      daily: [],
      methods: [{ method: 'credit_card', begun: 1_000, paid: 654 }],
      weekdays: [{ slot: 0, sales: 321, paid_cents: 480_537_00 }],
      hours: [{ slot: 23, sales: 321, paid_cents: 480_537_00 }],
      lifetimes: [
        { ...ORIGIN, buyers: 300, after: [{ days: 30, buyers: 200, cents: 299_420_00 }] },
      ],
      waits: [0.01, 2.5, 12],
      isMaturing: true,
    },
    countedUntil: null,
  },
  {
    product: 'Escola de teste',
    period: 'Visitas de 01/03/2026 até 04/03/2026',
    fonts: new Markup(''),
  },
);

test('fits the report’s headings and numbers into every window', async ({ page }) => {
  await page.setContent(REPORT);
  await expect(page.getByRole('heading', { name: 'Da visita à venda' })).toBeVisible();
  await expect(page.getByText('1 lead gravado no período; 1 ligado à visita')).toBeVisible();
  for (const width of [360, 390, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const tooWide = await page.evaluate(() =>
      [...document.querySelectorAll('html, header, section, table, th, td, dd, .bars span')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter(
          (element) => getComputedStyle(element).display !== 'none' && element.clientWidth > 0,
        )
        .map((element) => `${element.tagName}: ${element.textContent?.slice(0, 40)}`),
    );
    expect(tooWide, `${width} px`).toEqual([]);
  }
});
