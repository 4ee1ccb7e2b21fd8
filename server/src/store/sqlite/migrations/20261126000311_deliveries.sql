-- Deliveries: events on their way to webhooks, e-mail, Meta and Google. No API exposes these tables.

-- Where deliveries go. One row per destination that is enabled, or that its receiver switched off.
create table destinations (
  name text primary key,
  since text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  off_at text,
  off_reason text,
  configured_at text,
  event_types text,
  leads_after integer not null default 0,
  -- It receives applications with greater rowids.
  applications_after integer not null default 0,
  -- It receives drafts with greater rowids, and learns that they were abandoned.
  drafts_after integer not null default 0,
  sales_after integer not null default 0,
  erasures_after integer not null default 0
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

-- Erased persons, until `person.erased` is delivered: hashes only.
create table erasures (
  number integer primary key autoincrement,
  phone_key_sha256 text,
  email_key_sha256 text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) strict;

-- How far stored rows have been scanned for events, per source.
create table delivery_progress (
  source text primary key,
  -- Leads: id; applications and drafts: rowid; sale_milestones and erasures: number.
  last_number integer not null
) strict;
insert into delivery_progress (source, last_number) values
  ('leads', 0), ('applications', 0), ('drafts', 0), ('abandoned', 0), ('sales', 0);

-- SQLite reuses the number of the newest row once that row is erased. The next row under that number has not been
-- scanned, and no destination has received it.
create trigger leads_lower_progress after delete on leads
  when old.id > (select coalesce(max(id), 0) from leads)
begin
  update delivery_progress set last_number = min(last_number, (select coalesce(max(id), 0) from leads))
    where source = 'leads';
  update destinations set leads_after = min(leads_after, (select coalesce(max(id), 0) from leads));
end;
create trigger applications_lower_progress after delete on applications
  when old.rowid > (select coalesce(max(rowid), 0) from applications)
begin
  update delivery_progress
    set last_number = min(last_number, (select coalesce(max(rowid), 0) from applications))
    where source = 'applications';
  update destinations
    set applications_after = min(applications_after, (select coalesce(max(rowid), 0) from applications));
end;
create trigger application_drafts_lower_progress after delete on application_drafts
  when old.rowid > (select coalesce(max(rowid), 0) from application_drafts)
begin
  update delivery_progress
    set last_number = min(last_number, (select coalesce(max(rowid), 0) from application_drafts))
    where source in ('drafts', 'abandoned');
  update destinations
    set drafts_after = min(drafts_after, (select coalesce(max(rowid), 0) from application_drafts));
end;
