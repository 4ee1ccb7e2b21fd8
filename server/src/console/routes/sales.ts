import type { ListItems } from '@funil/contract/list-page';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import { RECONCILE_DAYS, type Reconciliation } from '@funil/contract/sales/reconciliations';
import { hasUnstatedRefund } from '@funil/contract/sales/sale-record';
import {
  MAX_PLATFORM_LENGTH,
  MAX_SALE_KEY_LENGTH,
  toSaleSubject,
} from '@funil/contract/sales/sale-subject';
import {
  noticesQuerySchema,
  type SaleDetail,
  saleMatchSchema,
  saleRefundSchema,
  salesFilterSchema,
  salesQuerySchema,
  saleUnmatchSchema,
} from '@funil/contract/sales/sales';
import { RECONCILE_PLATFORMS } from '@funil/contract/sales/sales-apis';
import { storableText } from '@funil/contract/text';
import * as z from 'zod/mini';
import { toPlatformNotices } from '../../connections/judge-notices.ts';
import { readNoticeFacts } from '../../connections/notice-facts.ts';
import { parseContactKey } from '../../contacts/contact-ref.ts';
import { readContactItems } from '../../contacts/list/contact-items.ts';
import { findListedContact } from '../../contacts/list/listed-contacts.ts';
import { listSales, parseSaleCursor } from '../../sales/list-sales.ts';
import { listNotices, readSaleNotices } from '../../sales/notices/list-notices.ts';
import { listReconciliations, requestReconciliation } from '../../sales/reconcile/reconcile.ts';
import { listSaleChoices, readSaleGroups } from '../../sales/sale-choices.ts';
import {
  clearManualMatch,
  setManualMatch,
  setRefundAmount,
  setTestMark,
} from '../../sales/sale-decisions.ts';
import { readDecisions } from '../../sales/sale-inputs.ts';
import {
  findSale,
  findSaleCandidates,
  readSalesWithCheckoutLinks,
} from '../../sales/sale-items.ts';
import { FILTER_CHOICES_KEPT_MS, shareResults } from '../long-tasks.ts';
import { conflictRefusal, invalidRefusal, notFound, RouteRefusal } from '../route-refusal.ts';
import {
  type AddRoute,
  type DataCall,
  makeItemOptions,
  type RouteDependencies,
} from './data-route.ts';
import { readSalesFilter } from './read-filters.ts';

const params = z.strictObject({
  platform: storableText(MAX_PLATFORM_LENGTH),
  key: storableText(MAX_SALE_KEY_LENGTH),
});
type Params = z.infer<typeof params>;

const toSaleId = ({ platform, key }: Params) => ({ platform, sale_key: key });
const toAudited = ({ platform, key }: Params) => ({ kind: 'sale', key: `${platform}:${key}` });

export function addSaleRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  addListRoutes(addRoute, deps);
  addMatchRoutes(addRoute, deps);
  addTestMarkRoutes(addRoute, deps);
  addRefundRoute(addRoute, deps);
  addReconciliationRoutes(addRoute, deps);
}

function addListRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database, now } = deps;
  const readGroups = shareResults(
    (filterWithoutFacets: Parameters<typeof readSaleGroups>[1]) =>
      readSaleGroups(database, filterWithoutFacets),
    { keptMs: FILTER_CHOICES_KEPT_MS },
  );
  const search = async (
    { after, limit, sort, ...filters }: z.infer<typeof salesQuerySchema>,
    { audit }: DataCall,
  ) => {
    const filter = await readSalesFilter(database, filters);
    if (filter instanceof RouteRefusal) return filter;
    const position = parseSaleCursor(after, sort);
    if (position === 'invalid') return invalidRefusal('after');
    await audit('sales.listed');
    return listSales(database, { filter, sort, after: position, limit });
  };
  const query = salesQuerySchema;
  addRoute('GET sales', { roles: MANAGEMENT, query }, (call) => search(call.query, call));
  addRoute('POST sales/search', { roles: MANAGEMENT, body: query }, (call) =>
    search(call.body, call),
  );
  addRoute(
    'POST sales/choices',
    { roles: MANAGEMENT, body: salesFilterSchema },
    async ({ body }) => {
      const filter = await readSalesFilter(database, body);
      if (filter instanceof RouteRefusal) return filter;
      const { from, until, test, paid } = filter;
      const groups = await readGroups({ from, until, test, isDatedByPayment: paid !== undefined });
      return listSaleChoices(groups, filter);
    },
  );
  addRoute('GET sales/:platform/:key', { roles: MANAGEMENT, params }, async (call) => {
    const detail = await readSaleDetail(deps, call);
    if (detail === null) return notFound();
    await call.audit('sale.viewed', toAudited(call.params));
    return detail;
  });
  addRoute(
    'GET notices',
    { roles: MANAGEMENT, query: noticesQuerySchema },
    ({ query: { after, limit, failed } }) =>
      listNotices(database, { beforeId: after ?? null, limit, isFailedOnly: failed === '1' }),
  );
  addRoute('GET notices/platforms', { roles: MANAGEMENT }, async () => {
    const platforms = (await readNoticeFacts(database, now())).map((facts) =>
      toPlatformNotices(facts, now()),
    );
    return {
      platforms: platforms.filter(
        ({ accepted_at, refusals }) => accepted_at !== null || refusals.length > 0,
      ),
    };
  });
}

async function readSaleDetail(
  deps: RouteDependencies,
  call: Pick<DataCall<Params>, 'params' | 'operator'>,
): Promise<SaleDetail | null> {
  const { database, adapters, now } = deps;
  const saleId = toSaleId(call.params);
  const row = await findSale(database, saleId);
  const options = makeItemOptions(deps, call.operator);
  const [item] = row === null ? [] : await readSalesWithCheckoutLinks(database, [row], options);
  if (row === null || !item) return null;
  const candidates = await findSaleCandidates(database, row, now());
  const decisions = (await readDecisions(database, [saleId])).get(toSaleSubject(saleId));
  return {
    ...item,
    is_marked_test: decisions?.isTest ?? false,
    stated_refund_cents: decisions?.refundCents ?? null,
    decided: decisions?.matchedAt ?? null,
    notices: await readSaleNotices(database, saleId, adapters),
    candidate_items: await readContactItems(database, candidates, options),
  };
}

/** A conflict is audited as a view, because the operator then sees the current sale. */
const AUDIT_ACTIONS = { done: 'sale.matched', conflict: 'sale.viewed' } as const;

function addMatchRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  const answerDecision = async (call: DataCall<Params>, outcome: keyof typeof AUDIT_ACTIONS) => {
    const detail = await readSaleDetail(deps, call);
    if (detail === null) return notFound();
    return outcome === 'done' ? detail : conflictRefusal(detail);
  };
  const path = 'sales/:platform/:key/match' as const;
  addRoute(`PUT ${path}`, { roles: MANAGEMENT, params, body: saleMatchSchema }, async (call) => {
    const { body, operator } = call;
    const sale = toSaleId(call.params);
    if ((await findSale(database, sale)) === null) return notFound();
    const contact = body.subject === null ? null : parseContactKey(body.subject);
    if (contact !== null && (await findListedContact(database, contact)) === null) {
      return invalidRefusal('subject');
    }
    const change = { sale, seenMatchedAt: body.decided };
    const outcome = await setManualMatch(deps, { ...change, contact, email: operator.email });
    await call.audit(AUDIT_ACTIONS[outcome], toAudited(call.params));
    return answerDecision(call, outcome);
  });
  addRoute(
    `DELETE ${path}`,
    { roles: MANAGEMENT, params, query: saleUnmatchSchema },
    async (call) => {
      const sale = toSaleId(call.params);
      if ((await findSale(database, sale)) === null) return notFound();
      const outcome = await clearManualMatch(deps, { sale, seenMatchedAt: call.query.decided });
      await call.audit(AUDIT_ACTIONS[outcome], toAudited(call.params));
      return answerDecision(call, outcome);
    },
  );
}

function addTestMarkRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const markRoutes = [
    ['PUT', true, 'sale.marked-as-test'],
    ['DELETE', false, 'sale.unmarked-as-test'],
  ] as const;
  for (const [method, isTest, action] of markRoutes) {
    addRoute(`${method} sales/:platform/:key/test`, { roles: MANAGEMENT, params }, async (call) => {
      const sale = toSaleId(call.params);
      if ((await findSale(deps.database, sale)) === null) return notFound();
      await setTestMark(deps, { sale, isTest, email: call.operator.email });
      await call.audit(action, toAudited(call.params));
      return (await readSaleDetail(deps, call)) ?? notFound();
    });
  }
}

function addRefundRoute(addRoute: AddRoute, deps: RouteDependencies) {
  const rule = { roles: MANAGEMENT, params, body: saleRefundSchema };
  addRoute('PUT sales/:platform/:key/refund', rule, async (call) => {
    const sale = toSaleId(call.params);
    const detail = await readSaleDetail(deps, call);
    if (detail === null) return notFound();
    const { cents } = call.body;
    const canStateRefund = hasUnstatedRefund(detail) || detail.stated_refund_cents !== null;
    if (!canStateRefund || (cents ?? 0) >= (detail.value_cents ?? 0))
      return invalidRefusal('cents');
    await setRefundAmount(deps, { sale, cents, email: call.operator.email });
    await call.audit('sale.refund-stated', toAudited(call.params));
    return (await readSaleDetail(deps, call)) ?? notFound();
  });
}

const reconciliationParams = z.strictObject({ platform: z.enum(RECONCILE_PLATFORMS) });
const reconciliationBody = z.strictObject({ days: z.literal([...RECONCILE_DAYS]) });

function addReconciliationRoutes(
  addRoute: AddRoute,
  { database, settings, now }: RouteDependencies,
) {
  const listAll = async (): Promise<ListItems<Reconciliation>> => ({
    items: await listReconciliations(database, settings.config.reconcile, now()),
  });
  addRoute('GET reconciliations', { roles: MANAGEMENT }, listAll);
  const rule = { roles: MANAGEMENT, params: reconciliationParams, body: reconciliationBody };
  addRoute('POST reconciliations/:platform', rule, async (call) => {
    const { platform } = call.params;
    if (settings.config.reconcile[platform] === null) return notFound();
    await requestReconciliation(database, platform, call.body.days);
    await call.audit('sales.compared');
    return listAll();
  });
}
