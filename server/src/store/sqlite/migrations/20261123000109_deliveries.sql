-- Deliveries: events on their way to webhooks, e-mail, Meta and Google. No API exposes these tables.

-- Where deliveries go. One row per destination that is enabled, or that its receiver switched off.
create table destinations (
  -- webhook:<id>, mail, mail:leads, meta or ga4.
  name text primary key,
  -- When it was added.
  since text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- When it was switched off; null: it is enabled.
  off_at text,
  -- Why it was switched off: gone (the receiver answered 410) or removed.
  off_reason text,
  -- When a process last reported that its settings name this destination. Processes with different settings may share
  -- the database while they are being replaced. Null: a webhook endpoint, or not reported yet.
  configured_at text,
  -- Event types that it subscribes to by these settings, separated by commas. Null: not reported yet.
  wants text,
  -- A destination receives the rows that are stored after it was added. Numbers decide, because a clock can be set back.
  -- It receives leads with greater ids.
  leads_after integer not null default 0,
  -- It receives applications with greater rowids.
  applications_after integer not null default 0,
  -- It receives drafts with greater rowids, and learns that they were abandoned.
  drafts_after integer not null default 0,
  -- It receives rows of sale_moments with greater numbers.
  sales_after integer not null default 0,
  -- It receives erasures with greater numbers.
  erasures_after integer not null default 0
) strict;

-- Webhook endpoints of the operators.
create table endpoints (
  -- UUID; its destination is webhook:<id>.
  id text primary key,
  url text not null,
  -- Event types that it subscribes to, separated by commas; empty: all.
  events text not null,
  -- Secret that signs its deliveries: whsec_<base64>.
  secret text not null,
  -- The previous secret, valid beside the new one until previous_until.
  previous_secret text,
  previous_until text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- When an operator removed it. For a moment nothing is sent and events wait, so that the removal can be undone
  -- without loss. Null: it was not removed.
  leaving_since text
) strict;

-- Outbox events: what happened, one row per event.
create table announcements (
  -- Order in which the scanner found the events.
  number integer primary key autoincrement,
  -- lead.created, application.started, … (contract/src/webhook-events.ts).
  type text not null,
  -- lead:<key>, application:<id> or sale:<platform>:<key>. Each destination receives a subject's events in order.
  subject text not null,
  -- When it happened.
  happened_at text not null,
  -- `data` of the event, as JSON; empty once its person is erased.
  data text not null,
  -- The person's keys (contract/src/person.ts); null: not known.
  phone_key text,
  email_key text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  constraint announced_once unique (type, subject)
) strict;
-- Finds a person's events, to erase their data.
create index announcements_by_phone on announcements (phone_key) where phone_key is not null;
create index announcements_by_email on announcements (email_key) where email_key is not null;
-- Finds events that are old enough to erase, and events to replay since a date.
create index announcements_by_time on announcements (created_at);
-- Lists the events of one subject in their order.
create index announcements_by_subject on announcements (subject, number);

-- One outbox event for one destination.
create table deliveries (
  -- UUID, the same at every attempt, so that the receiver recognizes a repeat.
  id text primary key,
  announcement integer not null references announcements on delete cascade,
  destination text not null,
  -- The event's subject: deliveries of one subject go in order.
  subject text not null,
  -- waiting, delivered, dead (given up), canceled (not to be sent any more).
  state text not null default 'waiting',
  -- Reason of the cancellation, or result of the last attempt: a word or a status.
  outcome text,
  -- Attempts so far.
  tries integer not null default 0,
  -- When the next attempt is due.
  due_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- Until when a process holds it for an attempt; null: no process does.
  leased_until text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- When it was delivered, given up or canceled.
  ended_at text,

  constraint delivered_once unique (destination, announcement),
  constraint state_is_known check (state in ('waiting', 'delivered', 'dead', 'canceled'))
) strict;
-- Finds the deliveries that are due at a destination.
create index deliveries_due on deliveries (destination, due_at, announcement)
  where state = 'waiting';
-- Finds waiting deliveries of the same subject, which go in order.
create index deliveries_in_order on deliveries (destination, subject, announcement)
  where state = 'waiting';
-- Finds an event's deliveries.
create index deliveries_by_announcement on deliveries (announcement);
-- Lists deliveries that were given up.
create index deliveries_dead on deliveries (ended_at) where state = 'dead';
-- Lists deliveries in order of creation.
create index deliveries_by_time on deliveries (created_at, id);

-- The last attempts of each delivery, to find errors.
create table delivery_tries (
  number integer primary key autoincrement,
  delivery text not null references deliveries on delete cascade,
  tried_at text not null,
  -- Duration in ms.
  took integer not null,
  -- HTTP status; null: no response.
  status integer,
  -- First KiB of the response, or the error.
  answer text not null
) strict;
-- Lists a delivery's attempts in order.
create index delivery_tries_by_delivery on delivery_tries (delivery, number);

-- Erased persons, until `person.erased` is delivered: hashes only.
create table erasures (
  number integer primary key autoincrement,
  -- SHA-256 of the person's keys (contract/src/person.ts) in hexadecimal; null: the request did not name this key.
  phone_key_sha256 text,
  email_key_sha256 text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) strict;

-- How far stored rows have been scanned for events, per source.
create table delivery_progress (
  -- leads, applications, drafts, abandoned or sales.
  source text primary key,
  -- Leads: id; applications and drafts: rowid; sale_moments and erasures: number.
  last_number integer not null
) strict;
insert into delivery_progress (source, last_number) values
  ('leads', 0), ('applications', 0), ('drafts', 0), ('abandoned', 0), ('sales', 0);

-- SQLite gives a number again once the newest row is erased. The next row under that number has not been scanned.
create trigger leads_look_again after delete on leads
  when old.id >= (select last_number from delivery_progress where source = 'leads')
begin
  update delivery_progress set last_number = min(last_number, (select coalesce(max(id), 0) from leads))
    where source = 'leads';
end;
create trigger applications_look_again after delete on applications
  when old.rowid >= (select last_number from delivery_progress where source = 'applications')
begin
  update delivery_progress
    set last_number = min(last_number, (select coalesce(max(rowid), 0) from applications))
    where source = 'applications';
end;
create trigger application_drafts_look_again after delete on application_drafts
begin
  update delivery_progress
    set last_number = min(last_number, (select coalesce(max(rowid), 0) from application_drafts))
    where source in ('drafts', 'abandoned');
end;

-- No destination has received the next row under that number either.
create trigger leads_heard_again after delete on leads
  when old.id > (select coalesce(max(id), 0) from leads)
begin
  update destinations set leads_after = min(leads_after, (select coalesce(max(id), 0) from leads));
end;
create trigger applications_heard_again after delete on applications
  when old.rowid > (select coalesce(max(rowid), 0) from applications)
begin
  update destinations set applications_after = min(applications_after, (select coalesce(max(rowid), 0) from applications));
end;
create trigger application_drafts_heard_again after delete on application_drafts
  when old.rowid > (select coalesce(max(rowid), 0) from application_drafts)
begin
  update destinations set drafts_after = min(drafts_after, (select coalesce(max(rowid), 0) from application_drafts));
end;
