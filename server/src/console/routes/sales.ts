import { checkoutAddress } from '@funil/contract/checkout';
import {
  type CheckoutLink,
  checkoutLinkSchema,
  noticesQuerySchema,
  type SaleDetail,
  saleMatchSchema,
  salesQuerySchema,
  saleUnmatchSchema,
} from '@funil/contract/console/sales';
import { storableText } from '@funil/contract/text';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { nameOf, readName } from '../../leads/contacts/contact-ref.ts';
import { readContactRows } from '../../leads/contacts/contact-rows.ts';
import { findContact, readItems } from '../../leads/contacts/read-contacts.ts';
import { listSales, parseSaleCursor } from '../../sales/list-sales.ts';
import { clearManualMatch, readManualMatchTime, setManualMatch } from '../../sales/manual-match.ts';
import { listNotices, readSaleNotices } from '../../sales/notices.ts';
import { findSale, findSaleCandidates, toSaleItems } from '../../sales/sale-items.ts';
import { addRoute, changed, type DataParts, invalid, itemParts, notFound } from './data-route.ts';
import { addSearchRoute, readDays } from './list-route.ts';

const named = z.strictObject({
  platform: storableText(40),
  key: storableText(300),
});

type Named = z.infer<typeof named>;
const nameOfSale = ({ platform, key }: Named) => ({ platform, sale_key: key });
const auditSale = ({ platform, key }: Named) => ({ kind: 'sale', key: `${platform}:${key}` });

/** Sales, their leads by hand, notices that nobody understood, and links to the checkout. */
export function addSaleRoutes(app: FastifyInstance, parts: DataParts) {
  addListRoutes(app, parts);
  addMatchRoutes(app, parts);
  addLinkRoute(app, parts);
}

function addListRoutes(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  addSearchRoute([app, parts], 'sales', salesQuerySchema, async (wanted, { audit }) => {
    const { after, limit, q, from, until, ...asked } = wanted;
    const days = readDays({ from, until });
    if (!('from' in days)) return days;
    const place = after === undefined ? null : parseSaleCursor(after);
    if (after !== undefined && place === null) return invalid('after');
    await audit('sales.listed');
    const filter = { ...asked, ...days, q: q?.trim() ? q : undefined };
    return listSales(database, { filter, after: place, limit });
  });
  addRoute(
    [app, parts],
    'GET sales/:platform/:key',
    { params: named },
    async ({ params, audit }) => {
      const detail = await readDetail(parts, params);
      if (detail === null) return notFound();
      await audit('sale.viewed', auditSale(params));
      return detail;
    },
  );
  addRoute([app, parts], 'GET notices', { query: noticesQuerySchema }, ({ query }) => {
    const { after, limit, unread } = query;
    const last = after === undefined ? null : Number(after);
    if (last !== null && !Number.isSafeInteger(last)) return invalid('after');
    return listNotices(database, { last, limit, failedOnly: unread === '1' });
  });
}

async function readDetail(parts: DataParts, params: Named): Promise<SaleDetail | null> {
  const { database, adapters, now } = parts;
  const row = await findSale(database, nameOfSale(params));
  const [item] = row === null ? [] : await toSaleItems(database, [row]);
  if (row === null || !item) return null;
  const lines = await findSaleCandidates(database, row, now());
  return {
    ...item,
    decided: await readManualMatchTime(database, nameOfSale(params)),
    notices: await readSaleNotices(database, nameOfSale(params), adapters),
    candidate_items: await readItems(database, lines, itemParts(parts)),
  };
}

/** In the audit trail, by what came of a change: who is refused one is shown what stands there now. */
const AUDITED_AS = { done: 'sale.matched', changed: 'sale.viewed' } as const;

const decisionOf = (
  { now, adapters, attributionDays }: DataParts,
  params: Named,
  decided: string | null | undefined,
) => ({ sale: nameOfSale(params), decided, now: now(), adapters, attributionDays });

async function answerDecision(parts: DataParts, params: Named, outcome: keyof typeof AUDITED_AS) {
  const detail = await readDetail(parts, params);
  if (detail === null) return notFound();
  return outcome === 'done' ? detail : changed(detail);
}

function addMatchRoutes(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  const path = 'sales/:platform/:key/match';
  addRoute(
    [app, parts],
    `PUT ${path}`,
    { params: named, body: saleMatchSchema },
    async ({ params, body, operator, audit }) => {
      if ((await findSale(database, nameOfSale(params))) === null) return notFound();
      const subject = body.subject === null ? null : readName(body.subject);
      if (subject !== null && (await findContact(database, subject)) === null) {
        return invalid('subject');
      }
      const decision = decisionOf(parts, params, body.decided);
      const outcome = await setManualMatch(database, { ...decision, subject, by: operator.email });
      await audit(AUDITED_AS[outcome], auditSale(params));
      return answerDecision(parts, params, outcome);
    },
  );
  addRoute(
    [app, parts],
    `DELETE ${path}`,
    { params: named, query: saleUnmatchSchema },
    async ({ params, query, audit }) => {
      if ((await findSale(database, nameOfSale(params))) === null) return notFound();
      const outcome = await clearManualMatch(database, decisionOf(parts, params, query.decided));
      await audit(AUDITED_AS[outcome], auditSale(params));
      return answerDecision(parts, params, outcome);
    },
  );
}

function addLinkRoute(app: FastifyInstance, parts: DataParts) {
  addRoute(
    [app, parts],
    'POST checkout-link',
    { body: checkoutLinkSchema },
    async ({ body, audit }) => {
      const ref = readName(body.subject);
      const row = ref && (await readContactRows(parts.database, [ref])).get(nameOf(ref));
      if (!row) return notFound();
      const checkout = parts.site()?.checkout;
      if (!checkout?.funnel) return invalid('subject', 'O site ainda não diz onde é o checkout.');
      if (row.reference === null) {
        return invalid('subject', 'Este lead veio sem chave: o link não o ligaria à venda.');
      }
      const { url, funnel, platform, refParameter } = checkout;
      const address = checkoutAddress(
        { url, funnel, platform, refParameter },
        row.origin,
        row.reference,
      );
      const [kind = '', key = ''] = body.subject.split(':');
      await audit('link.made', { kind, key });
      return { url: address.href } satisfies CheckoutLink;
    },
  );
}
