import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@funil/contract/durations';
import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/sales/platforms';
import { productCode } from '@funil/contract/sales/products';
import type { SaleState } from '@funil/contract/sales/sale';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import type { PlannedSale } from '../../../testkit/simulate/platforms/simulator.ts';
import { SIMULATORS, writeNotice } from '../../../testkit/simulate/platforms/simulators.ts';
import { insert, makeFolder, makeSiteInfo, writeSite } from '../../../testkit/start-app.ts';
import { readReport } from '../../src/report/read-report.ts';
import { usePostgres } from '../store/open-test-store.ts';
import { SECRETS, send, startSales } from './start-sales.ts';

const postgres = await usePostgres();

const MENTORING = { names: ['Mentoria Avançada'], url: 'https://pagar.example/mentoria?off=2' };
const UTMS = {
  utm_source: 'meta',
  utm_medium: 'paid_social',
  utm_campaign: 'lancamento',
  utm_content: 'video-1|120211',
  utm_term: '',
};

/** Presses a payment link, and returns what the checkout's address tells the platform. */
async function press(link: string) {
  const answer = await fetch(link, { redirect: 'manual' });
  const address = new URL(answer.headers.get('location') ?? '');
  const { searchParams } = address;
  const values = [...searchParams.values()].map((value) => value.split('|').at(-1) ?? '');
  return {
    checkout: address.origin + address.pathname,
    reference: values.find((value) => /^[0-9a-f]{32}$/.test(value)) ?? null,
    utms: Object.fromEntries(
      Object.keys(UTMS).map((name) => [name, searchParams.get(name) ?? '']),
    ) as typeof UTMS,
  };
}

test.each(PLATFORM_NAMES)(
  'counts a sale of %s for the ad whose lead got the payment link, of the page’s product and of a listed one',
  async (platform) => {
    using folder = makeFolder();
    const siteInfo = makeSiteInfo({
      product: 'Comunidade',
      checkout: { url: 'https://pagar.example/comunidade', funnel: 'anual', platform },
      products: [{ ...MENTORING, platform }],
    });
    writeSite(folder.path, { 'site.json': siteInfo });
    const env = { ...SECRETS, SITE_DIR: folder.path };
    await using sales = await startSales('SQLite', postgres, { env });
    const key = randomUUID();
    await insert(sales.address, 'leads', makeLead(UTMS), { 'idempotency-key': key });
    const code = Buffer.from(key.replaceAll('-', ''), 'hex').toString('base64url');
    const own = `${sales.address}/pagar/${code}`;
    const listed = `${own}/${productCode({ ...MENTORING, platform })}`;

    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const buy = async (link: string, number: number, kinds: readonly SaleState[]) => {
      const { checkout, reference, utms } = await press(link);
      const sale = makeSale(platform, number, utms);
      for (const kind of kinds) {
        const paidAt = kind === 'pending' ? null : now;
        const notice = { sale, kind, at: now, paidAt, reference, id: randomUUID() };
        const { body, headers } = writeNotice(notice, `${platform}-de-teste`);
        expect((await send(sales.address, platform, String(body), headers)).status).toBe(200);
      }
      return checkout;
    };
    const { samples } = SIMULATORS[platform];
    const kinds = (['pending', 'paid'] as const).filter((kind) => kind in samples);
    expect(await buy(own, 1, kinds)).toBe('https://pagar.example/comunidade');
    expect(await buy(listed, 2, kinds)).toBe('https://pagar.example/mentoria');

    await using database = await sales.open();
    const scope = { period: { from: null, until: null }, isDatedByLead: false };
    const request = { scope, now: now + MINUTE_MS, sections: [], adTax: [] };
    const read = async () => {
      const { salesTotals } = await readReport(database, request);
      return salesTotals.origins;
    };
    await expect.poll(read).toMatchObject([
      {
        source: 'meta',
        campaign: 'lancamento',
        content: UTMS.utm_content,
        sales: 2,
        paid_cents: 299_420,
      },
    ]);
  },
);

/** Returns a sale whose buyer has another phone and e-mail than the lead, so that only the reference matches it. */
const makeSale = (platform: PlatformName, number: number, utms: typeof UTMS): PlannedSale => {
  const digits = { uuid: randomUUID(), number: 100_000 + number };
  const names = SIMULATORS[platform].nameSale(digits);
  return {
    platform,
    orderId: names.saleKey,
    subscription: null,
    ...names,
    ...digits,
    chargeNumber: null,
    product: { id: `44${number}`, name: number === 1 ? 'Comunidade' : 'Mentoria Avançada' },
    valueCents: 149_710,
    split: { netCents: 134_739, feeCents: 14_971, commissionCents: 0 },
    installments: 1,
    method: 'pix',
    buyer: {
      name: 'Outra Pessoa',
      email: `outra${number}@example.com`,
      phone: `1199999000${number}`,
    },
    utms,
    createdAt: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
  };
};
