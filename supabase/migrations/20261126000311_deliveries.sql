-- Deliveries: events on their way to webhooks, e-mail, Meta and Google. No API exposes these tables.

-- Where deliveries go. One row per destination that is enabled, or that its receiver switched off.
create table funil.destinations (
  -- webhook:<id>, mail, mail:leads, push:<id>, meta or ga4.
  name text primary key,
  -- When it was added.
  since timestamptz not null default now(),
  -- When it was switched off; null: it is enabled.
  off_at timestamptz,
  -- Why it was switched off: gone (the receiver answered 410) or removed.
  off_reason text,
  -- When a process last reported that its settings name this destination. Processes with different settings may share
  -- the database while they are being replaced. Null: a webhook endpoint, or not reported yet.
  configured_at timestamptz,
  -- Event types that it subscribes to by these settings, separated by commas. Null: not reported yet.
  event_types text,
  -- The destination receives changes with greater numbers. Numbers decide, because a clock can be set back.
  changes_after bigint not null default 0
);
alter table funil.destinations enable row level security;

-- Webhook endpoints of the operators.
create table funil.endpoints (
  -- UUID; its destination is webhook:<id>.
  id uuid primary key,
  url text not null,
  -- Event types that it subscribes to, separated by commas; empty: all.
  events text not null,
  -- Secret that signs its deliveries: whsec_<base64>.
  secret text not null,
  -- The previous secret, valid beside the new one until previous_until.
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null default now(),
  -- When an operator removed it. For a moment nothing is sent and events wait, so that the removal can be undone
  -- without loss. Null: it was not removed.
  removed_at timestamptz
);
alter table funil.endpoints enable row level security;

-- Outbox events: what happened, one row per event.
create table funil.outbox_events (
  -- Order in which the events were stored.
  number bigint generated always as identity primary key,
  -- lead.created, application.started, … (contract/src/deliveries/webhook-events.ts); operator.alert: an e-mail to an operator; application.due: of pushes only.
  type text not null,
  -- lead:<key>, application:<id>, sale:<platform>:<key> or operator:<id>:<alert>. Each destination receives a subject's events in order.
  subject text not null,
  -- When it happened.
  happened_at timestamptz not null,
  -- `data` of the event, as JSON; empty once its person is erased.
  data text not null,
  -- The person's keys (contract/src/contacts/person.ts); null: not known.
  phone_key text,
  email_key text,
  created_at timestamptz not null default now(),

  constraint event_is_found_once unique (type, subject)
);
alter table funil.outbox_events enable row level security;
-- Finds a person's events, to erase their data.
create index outbox_events_by_phone on funil.outbox_events (phone_key) where phone_key is not null;
create index outbox_events_by_email on funil.outbox_events (email_key) where email_key is not null;
-- Finds events that are old enough to erase, and events to replay since a date.
create index outbox_events_by_time on funil.outbox_events (created_at);
-- Lists the events of one subject in their order.
create index outbox_events_by_subject on funil.outbox_events (subject, number);

-- An outbox event for one destination.
create table funil.deliveries (
  -- UUID, the same at every attempt, so that the receiver recognizes a repeat.
  id uuid primary key,
  event_number bigint not null references funil.outbox_events on delete cascade,
  -- A name in destinations, or mail:operators.
  destination text not null,
  -- The event's subject: deliveries of one subject go in order.
  subject text not null,
  -- waiting, delivered, dead (given up), canceled (not to be sent any more).
  state text not null default 'waiting',
  -- Reason of the cancellation, or result of the last attempt: a word or a status.
  outcome text,
  -- Attempts so far.
  attempts integer not null default 0,
  -- When the next attempt is due.
  due_at timestamptz not null default now(),
  -- Until when a process holds it for an attempt; null: no process does.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  -- When it was delivered, given up or canceled.
  ended_at timestamptz,

  constraint delivered_once unique (destination, event_number),
  constraint state_is_known check (state in ('waiting', 'delivered', 'dead', 'canceled'))
);
alter table funil.deliveries enable row level security;
-- Finds the deliveries that are due at a destination.
create index deliveries_due on funil.deliveries (destination, due_at, event_number)
  where state = 'waiting';
-- Finds waiting deliveries of the same subject, which go in order.
create index deliveries_in_order on funil.deliveries (destination, subject, event_number)
  where state = 'waiting';
-- Finds an event's deliveries.
create index deliveries_by_event on funil.deliveries (event_number);
-- Lists deliveries that were given up.
create index deliveries_dead on funil.deliveries (ended_at) where state = 'dead';
-- Lists deliveries in order of creation.
create index deliveries_by_time on funil.deliveries (created_at, id);

-- The last attempts of each delivery, to find errors.
create table funil.delivery_attempts (
  number bigint generated always as identity primary key,
  delivery uuid not null references funil.deliveries on delete cascade,
  tried_at timestamptz not null,
  -- Duration in ms.
  duration_ms integer not null,
  -- HTTP status; null: no response.
  status integer,
  -- First KiB of the response, or the error.
  response text not null
);
alter table funil.delivery_attempts enable row level security;
-- Lists a delivery's attempts in order.
create index delivery_attempts_by_delivery on funil.delivery_attempts (delivery, number);

insert into funil.migrations (version) values (311);
