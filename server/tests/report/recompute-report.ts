/** Recomputes a report's money from raw rows, by other means than the report's code: only types are imported of it. */
import type { MoneySums } from '@funil/contract/console/report';

type Row = Readonly<Record<string, unknown>>;
type Query = (sql: string) => Promise<readonly Row[]>;

interface Request {
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly isDatedByLead: boolean;
  readonly tax: readonly { readonly since: string; readonly millionths: number }[];
}

const BRASILIA_MS = 3 * 3_600_000;
const ms = (time: unknown): number | null =>
  time === null || time === undefined ? null : new Date(String(time)).getTime();
const dayOf = (time: number) => new Date(time - BRASILIA_MS).toISOString().slice(0, 10);
const isTrue = (value: unknown) => value === true || value === 1;
const digits = (text: unknown) => String(text ?? '').replace(/\D/g, '');

const COUNTS = {
  pending: 0,
  open: 0,
  sales: 0,
  charges: 0,
  renewals: 0,
  refunded: 0,
  refunds_unknown: 0,
  paid_cents: 0,
  net_cents: 0,
  net_unknown_cents: 0,
  estimated_fees_cents: 0,
  unestimated_cents: 0,
  refunded_cents: 0,
  issued_cents: 0,
  pending_cents: 0,
  buyers: 0,
  lead_buyers: 0,
  spend_cents: 0,
  cost_cents: 0,
} satisfies Record<keyof MoneySums, number>;
type Counts = typeof COUNTS;
type Names = readonly [source: string, medium: string, campaign: string, content: string];

class Sums {
  readonly rows = new Map<string, Counts>();
  at(key: string): Counts {
    const row = this.rows.get(key) ?? { ...COUNTS };
    this.rows.set(key, row);
    return row;
  }
  list = <Named>(name: (key: string) => Named) =>
    [...this.rows].map(([key, counts]) => ({ ...name(key), ...counts }));
}

export async function recomputeReport(query: Query, request: Request) {
  const { isDatedByLead } = request;
  const isInPeriod = (time: number | null) =>
    time !== null &&
    (request.first === undefined || dayOf(time) >= request.first) &&
    (request.last === undefined || dayOf(time) <= request.last);
  const isDayInPeriod = (day: string) =>
    (request.first === undefined || day >= request.first) &&
    (request.last === undefined || day <= request.last);

  const leads = new Map((await query('select * from leads')).map((row) => [Number(row.id), row]));
  const allSales = await query('select * from funil.sales');
  const testOrders = new Set(
    allSales.flatMap((row) => (isTrue(row.is_test) ? `${row.platform} ${row.order_id}` : [])),
  );
  const sales = allSales.filter((row) => !testOrders.has(`${row.platform} ${row.order_id}`));
  const refunds = await query('select * from funil.sale_refunds');
  const origins = new Map(
    (await query('select * from funil.visit_origins')).map((row) => [
      String(row.origin),
      [row.utm_source, row.utm_medium, row.utm_campaign, row.utm_content].map(String),
    ]),
  );
  const totals = (
    await query('select cast(day as text) as day, origin, kind, visits from funil.visit_totals')
  ).filter(({ day }) => isDayInPeriod(String(day)));
  const spend = (await query('select *, cast(day as text) as on_day from funil.ad_spend')).filter(
    ({ on_day, currency }) => isDayInPeriod(String(on_day)) && currency === 'BRL',
  );

  // The share of fees, by platform and payment method, of all charges in reais that state their net.
  const shareOf = ({ platform, method }: Row): number | null => {
    const stated = sales.filter(
      (sale) =>
        sale.platform === platform &&
        sale.method === method &&
        sale.paid_at !== null &&
        sale.currency === 'BRL' &&
        sale.value_cents !== null &&
        sale.net_cents !== null,
    );
    const gross = stated.reduce((sum, sale) => sum + Number(sale.value_cents), 0);
    const net = stated.reduce((sum, sale) => sum + Number(sale.net_cents), 0);
    return gross === 0 ? null : (gross - net) / gross;
  };

  // People: a graph of charges that share a lead, a phone or an e-mail, walked breadth first.
  const contactsOf = (sale: Row) =>
    [
      sale.lead_id === null ? null : `lead ${sale.lead_id}`,
      sale.buyer_phone === null ? null : `phone ${digits(sale.buyer_phone)}`,
      sale.buyer_email === null ? null : `email ${String(sale.buyer_email).toLowerCase()}`,
    ].filter((contact) => contact !== null);
  const byContact = new Map<string, Row[]>();
  for (const sale of sales) {
    for (const contact of contactsOf(sale)) {
      byContact.set(contact, [...(byContact.get(contact) ?? []), sale]);
    }
  }
  const personOf = new Map<Row, number>();
  for (const [index, sale] of sales.entries()) {
    const queue = personOf.has(sale) ? [] : [sale];
    for (let next = queue.pop(); next; next = queue.pop()) {
      if (personOf.has(next)) continue;
      personOf.set(next, index);
      for (const contact of contactsOf(next)) queue.push(...(byContact.get(contact) ?? []));
    }
  }

  const total = { ...COUNTS };
  const withoutOrigin = { ...COUNTS };
  const tables = {
    origins: new Sums(),
    platforms: new Sums(),
    products: new Sums(),
    days: new Sums(),
  };
  const weekdays = Array.from({ length: 7 }, () => ({ sales: 0, paid_cents: 0 }));
  const hours = Array.from({ length: 24 }, () => ({ sales: 0, paid_cents: 0 }));
  const firstSales: { person: number; at: number; isLead: boolean; cells: Counts[] }[] = [];
  for (const sale of sales) {
    const lead = sale.lead_id === null ? undefined : leads.get(Number(sale.lead_id));
    const leadAt = ms(lead?.created_at);
    const names = lead && [lead.utm_source, lead.utm_medium, lead.utm_campaign, lead.utm_content];
    const isCounted = (time: number | null) =>
      isDatedByLead ? isInPeriod(leadAt) : isInPeriod(time);
    const add = (time: number | null, changes: Partial<Counts>): Counts[] => {
      if (time === null || !isCounted(time)) return [];
      const cells = [
        total,
        names ? tables.origins.at(JSON.stringify(names)) : withoutOrigin,
        tables.platforms.at(String(sale.platform)),
        tables.products.at(String(sale.product_name)),
        tables.days.at(dayOf(isDatedByLead && leadAt !== null ? leadAt : time)),
      ];
      for (const cell of cells) {
        for (const [column, n] of Object.entries(changes)) cell[column as keyof Counts] += n;
      }
      return cells;
    };
    const net = sale.net_cents === null ? null : Number(sale.net_cents);
    const known = sale.value_cents === null ? null : Number(sale.value_cents);
    // Of a sale in another currency, only the net is in reais.
    const gross = (sale.currency === 'BRL' ? known : null) ?? net;
    const value = gross ?? 0;
    const person = personOf.get(sale) ?? -1;

    if (sale.method !== 'credit_card') {
      const isOpen = sale.state === 'pending';
      add(ms(sale.pending_at), {
        ...{ pending: 1, issued_cents: value },
        ...(isOpen && { open: 1, pending_cents: value }),
      });
    }
    const paidAt = ms(sale.paid_at);
    const others = (column: string) =>
      sales.filter(
        (other) =>
          other !== sale &&
          other.platform === sale.platform &&
          other[column] === sale[column] &&
          other.paid_at !== null,
      );
    const isRenewal =
      sale.charge_number !== null
        ? Number(sale.charge_number) > 1
        : sale.subscription !== null &&
          others('subscription').some((other) => (ms(other.paid_at) ?? 0) < (paidAt ?? 0));
    const isFirst = !others('order_id').some((other) => {
      const time = ms(other.paid_at) ?? 0;
      return (
        time < (paidAt ?? 0) || (time === paidAt && String(other.sale_key) < String(sale.sale_key))
      );
    });
    const share = net === null ? shareOf(sale) : null;
    const isSale = isFirst && !isRenewal;
    const split =
      net === null
        ? {
            net_unknown_cents: value,
            estimated_fees_cents: Math.round(value * (share ?? 0)),
            unestimated_cents: share === null ? value : 0,
          }
        : { net_cents: net };
    const cells = add(paidAt, {
      ...{ charges: 1, paid_cents: value, ...split },
      ...{ renewals: Number(isRenewal), sales: Number(isSale) },
    });
    if (paidAt !== null && isCounted(paidAt)) {
      if (isSale) firstSales.push({ person, at: paidAt, isLead: isInPeriod(leadAt), cells });
      const local = new Date(paidAt - BRASILIA_MS);
      for (const slot of [weekdays[local.getUTCDay()], hours[local.getUTCHours()]]) {
        if (!slot) continue;
        if (isSale) slot.sales += 1;
        slot.paid_cents += value;
      }
    }
    const parts = refunds.filter(
      (refund) => refund.sale_key === sale.sale_key && refund.platform === sale.platform,
    );
    let returned = 0;
    for (const { at, cents } of parts) {
      returned += Number(cents);
      add(ms(at), { refunded_cents: Number(cents), refunds_unknown: Number(cents === null) });
    }
    add(ms(sale.refunded_at), { refunded: 1, refunded_cents: Math.max(0, value - returned) });
  }

  // Buyers: each person in the cells of their earliest sale; those of the period's leads likewise.
  for (const column of ['buyers', 'lead_buyers'] as const) {
    const counted = column === 'buyers' ? firstSales : firstSales.filter(({ isLead }) => isLead);
    for (const own of Map.groupBy(counted, ({ person }) => person).values()) {
      const [earliest] = own.toSorted((a, b) => a.at - b.at);
      for (const cell of earliest?.cells ?? []) cell[column] += 1;
    }
  }

  // Spend: each row divided by the visits of the origins that name its ad, else its ad set, else its campaign.
  const visits = new Map<string, number>();
  const leadCounts = new Map<string, number>();
  for (const { origin, visits: n } of totals) {
    const key = JSON.stringify(origins.get(String(origin)));
    visits.set(key, (visits.get(key) ?? 0) + Number(n));
    tables.origins.at(key);
  }
  let stored = 0;
  for (const lead of leads.values()) {
    if (!isInPeriod(ms(lead.created_at))) continue;
    stored += 1;
    const key = JSON.stringify([
      ...[lead.utm_source, lead.utm_medium, lead.utm_campaign, lead.utm_content],
    ]);
    leadCounts.set(key, (leadCounts.get(key) ?? 0) + 1);
    tables.origins.at(key);
  }
  const named = new Map<string, Map<string, number>>();
  const allOrigins = new Set([
    ...tables.origins.rows.keys(),
    ...[...origins.values()].map((names) => JSON.stringify(names)),
  ]);
  for (const key of allOrigins) {
    const [source = '', medium = '', campaign = '', content = ''] = JSON.parse(key) as Names;
    const idOf = (text: string) => text.split('|')[1];
    const targets = [
      [`ad ${idOf(content)}`, [source, medium, campaign, content]],
      [`set ${idOf(medium)}`, [source, medium, campaign, '']],
      [`campaign ${idOf(campaign)}`, [source, '', campaign, '']],
      [`named ${campaign.includes('|') ? undefined : campaign}`, [source, '', campaign, '']],
    ] as const;
    for (const [place, target] of targets) {
      if (place.endsWith('undefined')) continue;
      const shares = named.get(place) ?? new Map<string, number>();
      named.set(place, shares);
      const to = JSON.stringify(target);
      shares.set(to, (shares.get(to) ?? 0) + (visits.get(key) ?? 0));
    }
  }
  for (const row of spend) {
    const day = String(row.on_day);
    const taxed = row.network === 'meta' ? request.tax : [];
    const rate = taxed.findLast(({ since }) => since <= day)?.millionths ?? 0;
    const spentCents = Number(row.spend_cents);
    const cents = Math.round((spentCents * 1_000_000) / (1_000_000 - rate));
    const shares =
      named.get(`ad ${row.ad_id}`) ??
      named.get(`set ${row.set_id}`) ??
      named.get(`campaign ${row.campaign_id}`) ??
      named.get(`named ${row.campaign_name}`);
    for (const sums of [total, tables.days.at(day), ...(shares ? [] : [withoutOrigin])]) {
      sums.spend_cents += spentCents;
      sums.cost_cents += cents;
    }
    if (!shares) continue;
    const list = [...shares].toSorted(
      ([a, n], [b, m]) => m - n || (keyForOrder(a) < keyForOrder(b) ? -1 : 1),
    );
    const all = list.reduce((sum, [, n]) => sum + n, 0);
    for (const [column, amount] of [
      ['spend_cents', spentCents],
      ['cost_cents', cents],
    ] as const) {
      let left = amount;
      for (const [to, n] of list.toReversed()) {
        const isLast = to === list[0]?.[0];
        const part = all === 0 ? amount / list.length : (amount * n) / all;
        const whole = isLast ? left : Math.floor(part);
        left -= whole;
        tables.origins.at(to)[column] += whole;
      }
    }
  }

  const profitOf = (row: Counts) => ({
    profit_cents:
      row.net_cents +
      row.net_unknown_cents -
      row.estimated_fees_cents -
      row.refunded_cents -
      row.cost_cents,
    profit_is_estimate: row.net_unknown_cents > 0 || row.refunds_unknown > 0,
  });
  const originRows = tables.origins
    .list((key) => {
      const [source, medium, campaign, content] = JSON.parse(key) as Names;
      return { source, medium, campaign, content };
    })
    .map((row) => {
      const key = JSON.stringify([row.source, row.medium, row.campaign, row.content]);
      return {
        ...row,
        visits: visits.get(key) ?? 0,
        leads: leadCounts.get(key) ?? 0,
        ...profitOf(row),
      };
    })
    .filter((row) => Object.values(row).some((value) => typeof value === 'number' && value !== 0));
  return {
    funnel: { leads: stored, paid: total.sales, ...pick(total, FUNNEL) },
    money: { ...pick(total, CENTS), ...profitOf(total) },
    spend_without_origin_cents: withoutOrigin.spend_cents,
    cost_without_origin_cents: withoutOrigin.cost_cents,
    sales_without_origin: withoutOrigin.sales,
    money_without_origin: pick(withoutOrigin, ['paid_cents', 'net_cents', 'refunded_cents']),
    origins: originRows,
    platforms: tables.platforms.list((platform) => ({ platform })),
    products: tables.products.list((product) => ({ product })),
    sales_days: tables.days.list((day) => ({ day })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    weekdays: weekdays.map((row, slot) => ({ slot, ...row })),
    hours: hours.map((row, slot) => ({ slot, ...row })),
  };
}

const FUNNEL = [
  ...(['pending', 'buyers', 'lead_buyers', 'charges', 'renewals', 'refunded'] as const),
  'refunds_unknown',
] as const;
const CENTS = [
  ...(['paid_cents', 'net_cents', 'net_unknown_cents', 'estimated_fees_cents'] as const),
  ...(['unestimated_cents', 'refunded_cents', 'issued_cents', 'pending_cents'] as const),
  ...(['spend_cents', 'cost_cents'] as const),
] as const;

const pick = <Column extends keyof Counts>(row: Counts, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Counts, Column>;

/** Orders origins as the report orders equal shares: by source, medium and campaign, then content. */
function keyForOrder(key: string): string {
  const [source, medium, campaign, content] = JSON.parse(key) as Names;
  return JSON.stringify([source, medium, campaign]) + content;
}
