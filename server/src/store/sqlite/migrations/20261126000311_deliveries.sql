-- Deliveries: events on their way to webhooks, e-mail, Meta and Google. No API exposes these tables.

-- Where deliveries go. One row per destination that is enabled, or that its receiver switched off.
create table destinations (
  name text primary key,
  since text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  off_at text,
  off_reason text,
  configured_at text,
  event_types text,
  -- The destination receives changes with greater numbers.
  changes_after integer not null default 0
) strict;

-- Webhook endpoints of the operators.
create table endpoints (
  id text primary key,
  url text not null,
  events text not null,
  secret text not null,
  previous_secret text,
  previous_until text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  removed_at text
) strict;

-- Outbox events: what happened, one row per event.
create table outbox_events (
  number integer primary key autoincrement,
  type text not null,
  subject text not null,
  happened_at text not null,
  data text not null,
  phone_key text,
  email_key text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  constraint event_is_found_once unique (type, subject)
) strict;
create index outbox_events_by_phone on outbox_events (phone_key) where phone_key is not null;
create index outbox_events_by_email on outbox_events (email_key) where email_key is not null;
create index outbox_events_by_time on outbox_events (created_at);
create index outbox_events_by_subject on outbox_events (subject, number);

-- One outbox event for one destination.
create table deliveries (
  id text primary key,
  event_number integer not null references outbox_events on delete cascade,
  destination text not null,
  subject text not null,
  state text not null default 'waiting',
  outcome text,
  tries integer not null default 0,
  due_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  leased_until text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  ended_at text,

  constraint delivered_once unique (destination, event_number),
  constraint state_is_known check (state in ('waiting', 'delivered', 'dead', 'canceled'))
) strict;
create index deliveries_due on deliveries (destination, due_at, event_number)
  where state = 'waiting';
create index deliveries_in_order on deliveries (destination, subject, event_number)
  where state = 'waiting';
create index deliveries_by_event on deliveries (event_number);
create index deliveries_dead on deliveries (ended_at) where state = 'dead';
create index deliveries_by_time on deliveries (created_at, id);

-- The last attempts of each delivery, to find errors.
create table delivery_attempts (
  number integer primary key autoincrement,
  delivery text not null references deliveries on delete cascade,
  tried_at text not null,
  took integer not null,
  status integer,
  answer text not null
) strict;
create index delivery_attempts_by_delivery on delivery_attempts (delivery, number);
