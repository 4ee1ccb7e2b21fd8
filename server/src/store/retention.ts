import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';

/*
 * Retention periods of all rows that are removed by age; docs/retencao.md lists them for operators. Leads, applications,
 * drafts, events, visits, notices, sales, followups and the audit trail have no age limit: only an operator erases them
 * (people/). A visit's context ages by CONVERSION_CONTEXT_DAYS (config/conversions.ts).
 */

/** Count of a platform's refused notices. */
export const REFUSED_NOTICES_MS = 60 * DAY_MS;

/** Sign of a server that ended without removing it. */
export const RUNNING_SERVER_MS = DAY_MS;

/** Context of a visit while no process sends conversions: one may be starting. */
export const UNUSED_CONTEXT_MS = 10 * MINUTE_MS;

/** Outbox event whose deliveries have all ended, with its deliveries and attempts. */
export const ENDED_DELIVERY_MS = 30 * DAY_MS;
/** Failed attempts that are kept of each delivery. */
export const MAX_FAILED_ATTEMPTS_KEPT = 5;
/** Webhook endpoint after an operator removed it: the removal can be undone for this time. */
export const REMOVED_ENDPOINT_MS = MINUTE_MS;
/** Previous secret of a webhook endpoint, which signs beside the new one. */
export const PREVIOUS_WEBHOOK_SECRET_MS = 24 * HOUR_MS;
/** Destination that no process's settings name, measured by this process's uptime. */
export const UNCONFIGURED_DESTINATION_MS = HOUR_MS;

/** Keyed hash of an erased person's contact, after an erasure that was killed or that an import outlasts. */
export const ERASING_PERSON_MS = HOUR_MS;

/** Contact in a completed LGPD request: the completion can be undone for this time. A hash remains. */
export const COMPLETED_REQUEST_CONTACT_MS = 30 * DAY_MS;

/** Session since its password or link, however often it is refreshed. */
export const SESSION_MS = 30 * DAY_MS;
/** Known device or address since its last completed sign-in. */
export const KNOWN_ORIGIN_MS = 90 * DAY_MS;
/** Link that creates an operator or sets a password. */
export const OPERATOR_LINK_MS = 24 * HOUR_MS;
/** Link by e-mail for a forgotten password, since it was requested. */
export const PASSWORD_LINK_MS = 30 * MINUTE_MS;
/** Challenge that waits for a factor's code. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** Second factor that was never verified. */
export const UNVERIFIED_FACTOR_MS = HOUR_MS;
/** Used code of an authenticator app: the furthest that a clock is expected to be set back. */
export const USED_CODE_MS = 30 * DAY_MS;
/** Counter of sign-in attempts: longer than any limit counts. */
export const SIGN_IN_COUNTER_MS = 24 * HOUR_MS;
/** E-mail to an operator: until its last attempt. */
export const OPERATOR_ALERT_MS = 3 * DAY_MS;
/** Time for which a key signs access tokens. */
export const SIGNING_KEY_USE_MS = 90 * DAY_MS;
/** Key that signed access tokens: its last token has expired by then. */
export const SIGNING_KEY_MS = SIGNING_KEY_USE_MS + DAY_MS;

/** Counter of one address's requests on PostgreSQL. It counts one minute. */
export const RATE_COUNTER_MS = 120 * SECOND_MS;
