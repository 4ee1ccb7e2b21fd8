// The console's requests under `/console/v1`. This file has only types, so that the browser loads no zod.
import type * as z from 'zod/mini';
import type { AdLinkVerdict } from '../ads/ad-links.ts';
import type * as spend from '../ads/spend.ts';
import type { StatusResponse } from '../connections/status.ts';
import type * as contacts from '../contacts/contacts.ts';
import type * as deliveries from '../deliveries/deliveries.ts';
import type * as imports from '../imports/imports.ts';
import type { ListChoices, ListItems, ListPage } from '../list-page.ts';
import type * as account from '../operators/account.ts';
import type { AuditItem, auditQuerySchema } from '../operators/audit.ts';
import type { Role } from '../operators/roles.ts';
import type * as page from '../page/page-editor.ts';
import type { TestEstimate } from '../page/page-test.ts';
import type * as people from '../people/people.ts';
import type * as report from '../report/report.ts';
import type { RobotVisit, robotVisitsSchema } from '../report/robots.ts';
import type * as reconciliations from '../sales/reconciliations.ts';
import type * as sales from '../sales/sales.ts';
import type { TodayResponse } from '../today/today.ts';
import type * as connections from './connections.ts';
import type * as devices from './devices.ts';
import type * as live from './live.ts';
import type { SummaryChoice } from './summary.ts';
import type * as templates from './templates.ts';

export type FileBody = 'file';

/** A request without a body; `response` is undefined if the response has no body either. */
interface AskRoute<Response, Query = never> {
  response: Response;
  query: Query;
  body: never;
  current: never;
}
/** A request with a body. `Body` is a zod schema, or a plain type if only the server has the schema. */
interface SendRoute<Response, Body, Query = never> extends Omit<AskRoute<Response, Query>, 'body'> {
  body: Body;
}
/** A change of a row. If the server refuses the change, it answers with the stored row in `current`. */
interface RowChangeRoute<Current, Body, Query = never, Response = Current> {
  response: Response;
  query: Query;
  body: Body;
  current: Current;
}

export interface DataRoutes {
  'GET context': AskRoute<live.ConsoleContext>;
  'GET live': AskRoute<live.LiveResponse>;
  'GET status': AskRoute<StatusResponse>;
  'GET audit': AskRoute<ListPage<AuditItem>, typeof auditQuerySchema>;
  'GET today': AskRoute<TodayResponse>;

  'GET leads': AskRoute<ListPage<contacts.ContactItem>, typeof contacts.contactsQuerySchema>;
  'POST leads/search': SendRoute<
    ListPage<contacts.ContactItem>,
    typeof contacts.contactsQuerySchema
  >;
  'POST leads/choices': SendRoute<ListChoices, typeof contacts.contactsFilterSchema>;
  'POST leads.csv': SendRoute<FileBody, typeof contacts.contactsFilterSchema>;
  'GET leads/:id': AskRoute<contacts.FullContact>;
  'GET applications': AskRoute<ListPage<contacts.ContactItem>, typeof contacts.contactsQuerySchema>;
  'POST applications/search': SendRoute<
    ListPage<contacts.ContactItem>,
    typeof contacts.contactsQuerySchema
  >;
  'POST applications/choices': SendRoute<ListChoices, typeof contacts.contactsFilterSchema>;
  'POST applications.csv': SendRoute<FileBody, typeof contacts.contactsFilterSchema>;
  'GET applications/:id': AskRoute<contacts.FullContact>;
  'PATCH subjects/:subject': RowChangeRoute<
    contacts.ContactItem,
    typeof contacts.contactChangeSchema
  >;
  'POST subjects/:subject/person': AskRoute<contacts.ContactItem>;
  'POST subjects/state': SendRoute<
    contacts.StateChangesResponse,
    typeof contacts.stateChangesSchema
  >;
  'POST subjects/:subject/messages': SendRoute<undefined, typeof contacts.openedConversationSchema>;
  'DELETE subjects/:subject/notes/:id': AskRoute<undefined>;

  'GET templates': AskRoute<ListItems<templates.Template>>;
  'POST templates': SendRoute<templates.Template, typeof templates.newTemplateSchema>;
  'PATCH templates/:id': RowChangeRoute<templates.Template, typeof templates.templateChangeSchema>;
  'DELETE templates/:id': RowChangeRoute<
    templates.Template,
    typeof templates.templateRemovalSchema,
    never,
    undefined
  >;

  'POST people/search': SendRoute<ListItems<people.PersonItem>, typeof people.peopleSearchSchema>;
  'GET people/:key/rows': AskRoute<ListItems<people.PersonRow>>;
  'POST people/:key/export': SendRoute<FileBody, typeof people.chosenRowsSchema>;
  'POST people/:key/erase': SendRoute<people.ErasureResponse, typeof people.chosenRowsSchema>;
  'GET requests': AskRoute<ListPage<people.PrivacyRequest>, typeof people.requestsQuerySchema>;
  'POST requests': SendRoute<people.PrivacyRequest, typeof people.newRequestSchema>;
  'PATCH requests/:id': RowChangeRoute<people.PrivacyRequest, typeof people.requestChangeSchema>;

  'GET sales': AskRoute<ListPage<sales.SaleItem>, typeof sales.salesQuerySchema>;
  'POST sales/search': SendRoute<ListPage<sales.SaleItem>, typeof sales.salesQuerySchema>;
  'POST sales/choices': SendRoute<ListChoices, typeof sales.salesFilterSchema>;
  'POST sales.csv': SendRoute<FileBody, typeof sales.salesFilterSchema>;
  'GET sales/:platform/:key': AskRoute<sales.SaleDetail>;
  'PUT sales/:platform/:key/match': RowChangeRoute<sales.SaleDetail, typeof sales.saleMatchSchema>;
  'DELETE sales/:platform/:key/match': RowChangeRoute<
    sales.SaleDetail,
    never,
    typeof sales.saleUnmatchSchema
  >;
  'PUT sales/:platform/:key/test': AskRoute<sales.SaleDetail>;
  'DELETE sales/:platform/:key/test': AskRoute<sales.SaleDetail>;
  'PUT sales/:platform/:key/refund': SendRoute<sales.SaleDetail, typeof sales.saleRefundSchema>;
  'GET notices': AskRoute<ListPage<sales.SaleReportItem>, typeof sales.noticesQuerySchema>;
  'GET notices/platforms': AskRoute<sales.NoticesOverview>;
  'GET reconciliations': AskRoute<ListItems<reconciliations.Reconciliation>>;
  'POST reconciliations/:platform': SendRoute<
    ListItems<reconciliations.Reconciliation>,
    { readonly days: (typeof reconciliations.RECONCILE_DAYS)[number] }
  >;

  'GET report': AskRoute<report.ReportResponse, typeof report.reportQuerySchema>;
  'GET report.csv': AskRoute<FileBody, typeof report.reportQuerySchema>;
  'GET report/test-estimate': AskRoute<TestEstimate>;
  'GET visits/robots': AskRoute<ListItems<RobotVisit>, typeof robotVisitsSchema>;
  'POST visits/:session/person': AskRoute<undefined>;
  'GET spend': AskRoute<spend.SpendOverview>;
  'GET spend/rows': AskRoute<spend.SpendRowsPage, typeof spend.spendRowsSchema>;
  'POST spend/links': SendRoute<ListItems<AdLinkVerdict>, typeof spend.adLinksSchema>;
  'GET imports': AskRoute<ListItems<imports.ImportItem>>;
  'POST imports': SendRoute<{ readonly id: number }, FileBody, typeof imports.importFileSchema>;
  'POST imports/preview': SendRoute<
    imports.ImportPreview,
    FileBody,
    typeof imports.importFileSchema
  >;
  'POST imports/:id/undo': AskRoute<undefined>;

  'GET deliveries': AskRoute<
    ListPage<deliveries.DeliveryItem>,
    typeof deliveries.deliveriesQuerySchema
  >;
  'GET deliveries/:id': AskRoute<deliveries.DeliveryDetail>;
  'POST deliveries/:id/replay': AskRoute<deliveries.DeliveryDetail>;
  'POST deliveries/replay': SendRoute<deliveries.ReplayResponse, typeof deliveries.replaySchema>;
  'GET endpoints': AskRoute<deliveries.EndpointsResponse>;
  'POST endpoints': SendRoute<deliveries.EndpointWithSecret, typeof deliveries.newEndpointSchema>;
  'DELETE endpoints/:id': AskRoute<undefined>;
  'POST endpoints/:id/restore': AskRoute<undefined>;
  'POST endpoints/:id/rotate': AskRoute<deliveries.EndpointWithSecret>;
  'POST endpoints/:id/test': AskRoute<deliveries.EndpointTest>;
  'GET connections': AskRoute<connections.ConnectionsResponse>;
  'POST connections/mail-check': AskRoute<connections.MailCheck>;
  'PATCH settings': SendRoute<
    connections.ConnectionsResponse,
    typeof connections.changeSettingsSchema
  >;

  'GET page': AskRoute<page.PageEditorResponse>;
  'GET page/preview': AskRoute<page.PreviewWithStyle>;
  'PATCH page/draft/:file': RowChangeRoute<
    page.DraftFile,
    typeof page.saveFieldSchema,
    never,
    page.SavedDraft
  >;
  'DELETE page/draft/:file': SendRoute<page.DraftState, typeof page.discardDraftSchema>;
  'DELETE page/draft': SendRoute<page.DraftState, typeof page.draftHashSchema>;
  'GET page/review': AskRoute<page.PublishReview>;
  'POST page/publish': SendRoute<page.Publication, typeof page.publishSchema>;
  'GET page/publication': AskRoute<page.Publication>;
  'GET page/versions': AskRoute<ListItems<page.PageVersion>>;
  'GET page/versions/:id': AskRoute<page.PageVersionDetail>;
  'POST page/versions/:id/restore': AskRoute<page.Publication>;
  'GET page/files.zip': AskRoute<FileBody>;
  'GET page/pictures/:name': AskRoute<FileBody, typeof page.pictureSizeQuery>;
  'POST page/pictures': SendRoute<page.StoredPicture, FileBody, typeof page.pictureUploadQuery>;

  'GET devices': AskRoute<devices.DevicesResponse>;
  'PUT devices': SendRoute<devices.Device, typeof devices.deviceSchema>;
  'POST devices/seen': SendRoute<devices.SeenDevice, typeof devices.seenDeviceSchema>;
  'PATCH devices/:id': SendRoute<devices.Device, typeof devices.deviceChangeSchema>;
  'DELETE devices/:id': AskRoute<undefined>;

  'GET account/sessions': AskRoute<ListItems<account.AccountSession>>;
  'DELETE account/sessions/:id': AskRoute<undefined>;
  'GET account/summary': AskRoute<SummaryChoice>;
  'PUT account/summary': SendRoute<undefined, SummaryChoice>;
  'GET account/operators': AskRoute<account.AccountOperators>;
  'POST account/operators': SendRoute<
    account.AccountInvitation,
    { readonly email: string; readonly role?: Role | undefined }
  >;
  'DELETE account/operators/invitations': SendRoute<undefined, { readonly email: string }>;
  'PATCH account/operators/:id': SendRoute<undefined, { readonly role: Role }>;
  'DELETE account/operators/:id': AskRoute<undefined>;
}

export type DataRoute = keyof DataRoutes;
export type RouteResponse<Route extends DataRoute> = DataRoutes[Route]['response'];

/** The parameters in a route's path, such as `id` of `GET leads/:id`. */
export type ParamName<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Route extends `${string}:${infer Name}`
    ? Name
    : never;

/** The value as clients may send it, with readonly lists and fields. */
type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Sendable<Value[Key]> }
    : Value;

export type BodyOf<Route extends DataRoute> = DataRoutes[Route]['body'] extends infer Rule
  ? Rule extends z.ZodMiniType
    ? Sendable<z.input<Rule>>
    : Rule extends FileBody
      ? Blob
      : Rule
  : never;

type QueryValue<Value> = Sendable<Value> | (string extends Value ? number : never);

export type QueryOf<Route extends DataRoute> = DataRoutes[Route]['query'] extends infer Rule extends
  z.ZodMiniType
  ? { readonly [Key in keyof z.input<Rule>]: QueryValue<z.input<Rule>[Key]> }
  : never;
