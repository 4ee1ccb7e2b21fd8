/** Requests under `/console/v1`. Types only, so that the browser loads no zod. */
import type * as z from 'zod/mini';
import type { AdLinkVerdict } from '../ads/ad-links.ts';
import type * as account from './account.ts';
import type * as connections from './connections.ts';
import type * as contacts from './contacts.ts';
import type * as deliveries from './deliveries.ts';
import type * as devices from './devices.ts';
import type * as imports from './imports.ts';
import type { ListChoices, ListItems, ListPage } from './list-page.ts';
import type * as page from './page-editor.ts';
import type { TestEstimate } from './page-test.ts';
import type * as people from './people.ts';
import type * as reconciliations from './reconciliations.ts';
import type * as report from './report.ts';
import type { RobotVisit, robotVisitsSchema } from './robots.ts';
import type { Role } from './roles.ts';
import type * as sales from './sales.ts';
import type * as spend from './spend.ts';
import type * as status from './status.ts';
import type { SummaryChoice } from './summary.ts';
import type * as templates from './templates.ts';
import type { TodayResponse } from './today.ts';

export type SentFile = 'file';

/** `answer` is undefined if empty. */
interface Ask<Answer, Query = never> {
  answer: Answer;
  query: Query;
  body: never;
  current: never;
}
/** `Body` is the type of the zod rule, or the body's type where the server alone has the rule. */
interface Send<Answer, Body, Query = never> extends Omit<Ask<Answer, Query>, 'body'> {
  body: Body;
}
/** A refused change is answered with the stored row, `current`. */
interface Change<Current, Body, Query = never, Answer = Current> {
  answer: Answer;
  query: Query;
  body: Body;
  current: Current;
}

/** Answers, and zod rules of queries and bodies. */
export interface DataRoutes {
  'GET context': Ask<status.ConsoleContext>;
  'GET live': Ask<status.LiveResponse>;
  'GET status': Ask<status.StatusResponse>;
  'GET audit': Ask<ListPage<status.AuditItem>, typeof status.auditQuerySchema>;
  'GET today': Ask<TodayResponse>;

  'GET leads': Ask<ListPage<contacts.ContactItem>, typeof contacts.contactsQuerySchema>;
  'POST leads/search': Send<ListPage<contacts.ContactItem>, typeof contacts.contactsQuerySchema>;
  'POST leads/choices': Send<ListChoices, typeof contacts.contactsFileSchema>;
  'POST leads.csv': Send<SentFile, typeof contacts.contactsFileSchema>;
  'GET leads/:id': Ask<contacts.FullContact>;
  'GET applications': Ask<ListPage<contacts.ContactItem>, typeof contacts.contactsQuerySchema>;
  'POST applications/search': Send<
    ListPage<contacts.ContactItem>,
    typeof contacts.contactsQuerySchema
  >;
  'POST applications/choices': Send<ListChoices, typeof contacts.contactsFileSchema>;
  'POST applications.csv': Send<SentFile, typeof contacts.contactsFileSchema>;
  'GET applications/:id': Ask<contacts.FullContact>;
  'PATCH subjects/:subject': Change<contacts.ContactItem, typeof contacts.contactChangeSchema>;
  'POST subjects/:subject/person': Ask<contacts.ContactItem>;
  'POST subjects/state': Send<contacts.StateChangesResponse, typeof contacts.stateChangesSchema>;
  'POST subjects/:subject/messages': Send<undefined, typeof contacts.openedConversationSchema>;
  'DELETE subjects/:subject/notes/:id': Ask<undefined>;

  'GET templates': Ask<ListItems<templates.Template>>;
  'POST templates': Send<templates.Template, typeof templates.newTemplateSchema>;
  'PATCH templates/:id': Change<templates.Template, typeof templates.templateChangeSchema>;
  'DELETE templates/:id': Ask<undefined>;

  'GET people': Ask<ListPage<people.PersonItem>, typeof people.peopleQuerySchema>;
  'POST people/search': Send<ListPage<people.PersonItem>, typeof people.peopleQuerySchema>;
  'GET people/:key/rows': Ask<ListItems<people.PersonRow>>;
  'POST people/:key/export': Send<SentFile, typeof people.chosenRowsSchema>;
  'POST people/:key/erase': Send<people.ErasureResponse, typeof people.chosenRowsSchema>;
  'GET requests': Ask<ListPage<people.PrivacyRequest>, typeof people.requestsQuerySchema>;
  'POST requests': Send<people.PrivacyRequest, typeof people.newRequestSchema>;
  'PATCH requests/:id': Change<people.PrivacyRequest, typeof people.requestChangeSchema>;

  'GET sales': Ask<ListPage<sales.SaleItem>, typeof sales.salesQuerySchema>;
  'POST sales/search': Send<ListPage<sales.SaleItem>, typeof sales.salesQuerySchema>;
  'POST sales/choices': Send<ListChoices, typeof sales.salesFileSchema>;
  'POST sales.csv': Send<SentFile, typeof sales.salesFileSchema>;
  'GET sales/:platform/:key': Ask<sales.SaleDetail>;
  'PUT sales/:platform/:key/match': Change<sales.SaleDetail, typeof sales.saleMatchSchema>;
  'DELETE sales/:platform/:key/match': Change<
    sales.SaleDetail,
    never,
    typeof sales.saleUnmatchSchema
  >;
  'PUT sales/:platform/:key/test': Ask<sales.SaleDetail>;
  'DELETE sales/:platform/:key/test': Ask<sales.SaleDetail>;
  'PUT sales/:platform/:key/refund': Send<sales.SaleDetail, typeof sales.saleRefundSchema>;
  'POST checkout-link': Send<sales.CheckoutLink, typeof sales.checkoutLinkSchema>;
  'GET notices': Ask<ListPage<sales.SaleNotice>, typeof sales.noticesQuerySchema>;
  'GET notices/platforms': Ask<sales.NoticesOverview>;
  'GET reconciliations': Ask<ListItems<reconciliations.Reconciliation>>;
  'POST reconciliations/:platform': Send<
    ListItems<reconciliations.Reconciliation>,
    { readonly days: (typeof reconciliations.RECONCILE_DAYS)[number] }
  >;

  'GET report': Ask<report.ReportResponse, typeof report.reportQuerySchema>;
  'GET report.csv': Ask<SentFile, typeof report.reportQuerySchema>;
  'GET report/test-estimate': Ask<TestEstimate>;
  'GET visits/robots': Ask<ListItems<RobotVisit>, typeof robotVisitsSchema>;
  'POST visits/:session/person': Ask<undefined>;
  'GET spend': Ask<spend.SpendOverview>;
  'GET spend/rows': Ask<spend.SpendRowsPage, typeof spend.spendRowsSchema>;
  'POST spend/links': Send<ListItems<AdLinkVerdict>, typeof spend.adLinksSchema>;
  'GET imports': Ask<ListItems<imports.ImportItem>>;
  'POST imports': Send<{ readonly id: number }, SentFile, typeof imports.importFileSchema>;
  'POST imports/preview': Send<imports.ImportPreview, SentFile, typeof imports.importFileSchema>;
  'POST imports/:id/undo': Ask<undefined>;

  'GET deliveries': Ask<ListPage<deliveries.DeliveryItem>, typeof deliveries.deliveriesQuerySchema>;
  'GET deliveries/:id': Ask<deliveries.DeliveryDetail>;
  'POST deliveries/:id/replay': Ask<deliveries.DeliveryDetail>;
  'POST deliveries/replay': Send<deliveries.ReplayResponse, typeof deliveries.replaySchema>;
  'GET endpoints': Ask<deliveries.EndpointsResponse>;
  'POST endpoints': Send<deliveries.EndpointWithSecret, typeof deliveries.newEndpointSchema>;
  'DELETE endpoints/:id': Ask<undefined>;
  'POST endpoints/:id/restore': Ask<undefined>;
  'POST endpoints/:id/rotate': Ask<deliveries.EndpointWithSecret>;
  'POST endpoints/:id/test': Ask<deliveries.EndpointTest>;
  'GET connections': Ask<connections.ConnectionsResponse>;
  'POST connections/mail-check': Ask<connections.MailCheck>;
  'PATCH settings': Send<connections.ConnectionsResponse, typeof connections.changeSettingsSchema>;

  'GET page': Ask<page.PageEditorResponse>;
  'GET page/preview': Ask<page.PreviewStart>;
  'PATCH page/draft/:file': Change<
    page.DraftFile,
    typeof page.saveFieldSchema,
    never,
    page.SavedDraft
  >;
  'DELETE page/draft/:file': Send<page.DraftState, typeof page.discardDraftSchema>;
  'DELETE page/draft': Send<page.DraftState, typeof page.reviewedDraftSchema>;
  'GET page/review': Ask<page.PublishReview>;
  'POST page/publish': Send<page.Publication, typeof page.publishSchema>;
  'GET page/publication': Ask<page.Publication>;
  'GET page/versions': Ask<ListItems<page.PageVersion>>;
  'GET page/versions/:id': Ask<page.PageVersionDetail>;
  'POST page/versions/:id/restore': Ask<page.Publication>;
  'GET page/files.zip': Ask<SentFile>;
  'GET page/pictures/:name': Ask<SentFile, typeof page.pictureQuery>;
  'POST page/pictures': Send<page.StoredPicture, SentFile, typeof page.pictureUploadQuery>;

  'GET devices': Ask<devices.DevicesResponse>;
  'PUT devices': Send<devices.Device, typeof devices.deviceSchema>;
  'POST devices/seen': Send<devices.SeenDevice, typeof devices.seenDeviceSchema>;
  'PATCH devices/:id': Send<devices.Device, typeof devices.deviceChangeSchema>;
  'DELETE devices/:id': Ask<undefined>;

  'GET account/sessions': Ask<ListItems<account.AccountSession>>;
  'DELETE account/sessions/:id': Ask<undefined>;
  'GET account/summary': Ask<SummaryChoice>;
  'PUT account/summary': Send<undefined, SummaryChoice>;
  'GET account/operators': Ask<account.AccountOperators>;
  'POST account/operators': Send<
    account.AccountInvitation,
    { readonly email: string; readonly role?: Role | undefined }
  >;
  'DELETE account/operators/invitations': Send<undefined, { readonly email: string }>;
  'PATCH account/operators/:id': Send<undefined, { readonly role: Role }>;
  'DELETE account/operators/:id': Ask<undefined>;
}

export type DataRoute = keyof DataRoutes;
export type RouteAnswer<Route extends DataRoute> = DataRoutes[Route]['answer'];

/** `id` of `GET leads/:id`. */
export type ParamName<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Route extends `${string}:${infer Name}`
    ? Name
    : never;

/** Lists and fields may be readonly. */
type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Sendable<Value[Key]> }
    : Value;

export type BodyOf<Route extends DataRoute> = DataRoutes[Route]['body'] extends infer Rule
  ? Rule extends z.ZodMiniType
    ? Sendable<z.input<Rule>>
    : Rule extends SentFile
      ? Blob
      : Rule
  : never;

type QueryValue<Value> =
  | Sendable<Value>
  /** The client turns a number into text. */
  | (string extends Value ? number : never);

export type QueryOf<Route extends DataRoute> = DataRoutes[Route]['query'] extends infer Rule extends
  z.ZodMiniType
  ? { readonly [Key in keyof z.input<Rule>]: QueryValue<z.input<Rule>[Key]> }
  : never;
