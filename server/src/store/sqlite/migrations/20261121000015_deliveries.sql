-- Deliveries: what happened here on its way to where the seller works. Out of reach of any API.

-- Where deliveries go. One row a destination that is on, or was switched off by its other side.
create table destinations (
  -- webhook:<id>, mail, mail:leads, meta or ga4.
  name text primary key,
  -- What happened before is none of its business.
  since text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- When it was switched off; null: it is on.
  off_at text,
  -- Why: gone (the other side answered 410) or removed.
  off_reason text
) strict;

-- Webhooks: endpoints of the seller's own.
create table endpoints (
  -- UUID; its destination is webhook:<id>.
  id text primary key,
  url text not null,
  -- Event types it asked for, parted by commas; empty: all.
  events text not null,
  -- What its deliveries are signed by: whsec_<base64>.
  secret text not null,
  -- The secret before, valid beside it until a moment.
  previous_secret text,
  previous_until text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) strict;

-- What happened, once, as it is told outside.
create table announcements (
  -- Order of being found.
  number integer primary key autoincrement,
  -- lead.created, application.started, … (contract/src/webhook-events.ts).
  type text not null,
  -- What it speaks of: lead:<key>, application:<id>, sale:<platform>:<key>. Told in order at each destination.
  subject text not null,
  -- When it happened.
  happened_at text not null,
  -- `data` of the event, as JSON; empty once its person was forgotten.
  data text not null,
  -- The person's keys (contract/src/person.ts); null: not known.
  phone_key text,
  email_key text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  constraint announced_once unique (type, subject)
) strict;
-- Those of a person who is to be forgotten.
create index announcements_by_phone on announcements (phone_key) where phone_key is not null;
create index announcements_by_email on announcements (email_key) where email_key is not null;
-- What is old enough to be thrown away, and replays since a date.
create index announcements_by_time on announcements (created_at);
-- A subject's story.
create index announcements_by_subject on announcements (subject, number);

-- One announcement on its way to one destination.
create table deliveries (
  -- UUID, the same at every try: the other side knows a repeat by it.
  id text primary key,
  announcement integer not null references announcements on delete cascade,
  destination text not null,
  -- Of its announcement: what is told in order.
  subject text not null,
  -- waiting, delivered, dead (given up), canceled (not to be sent any more).
  state text not null default 'waiting',
  -- Why it was canceled, or what the last try came to: a word or a status.
  outcome text,
  -- Tries so far.
  tries integer not null default 0,
  -- When the next try is due.
  due_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- Until when somebody is at it; null: nobody.
  leased_until text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- When it came to its end.
  ended_at text,

  constraint delivered_once unique (destination, announcement),
  constraint state_is_known check (state in ('waiting', 'delivered', 'dead', 'canceled'))
) strict;
-- What is due at a destination.
create index deliveries_due on deliveries (destination, due_at, announcement)
  where state = 'waiting';
-- What has to go before, of the same subject.
create index deliveries_in_order on deliveries (destination, subject, announcement)
  where state = 'waiting';
-- An announcement's deliveries.
create index deliveries_by_announcement on deliveries (announcement);
-- What was given up.
create index deliveries_dead on deliveries (ended_at) where state = 'dead';

-- The last tries, for whoever looks for what is wrong.
create table delivery_tries (
  number integer primary key autoincrement,
  delivery text not null references deliveries on delete cascade,
  tried_at text not null,
  -- How long it took, in ms.
  took integer not null,
  -- HTTP status; null: there was no answer.
  status integer,
  -- The answer's first KiB, or why there was none.
  answer text not null
) strict;
-- A delivery's tries, the newest last.
create index delivery_tries_by_delivery on delivery_tries (delivery, number);

-- When a sale first came into a state that is told outside, in the order in which that became known. Sales
-- are made anew again and again; what was told stays here, and is not told again.
create table sale_moments (
  number integer primary key autoincrement,
  platform text not null,
  sale_key text not null,
  -- pending, paid, refunded or chargeback.
  moment text not null,
  happened_at text not null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  constraint moment_is_known check (moment in ('pending', 'paid', 'refunded', 'chargeback')),
  constraint reached_once unique (platform, sale_key, moment)
) strict;

-- People who were forgotten, until that is told: nothing but hashes.
create table erasures (
  number integer primary key autoincrement,
  -- SHA-256 of the person's keys (contract/src/person.ts) in hexadecimal; null: not asked by that.
  phone_key_sha256 text,
  email_key_sha256 text,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) strict;

-- How far stored rows have been looked through, by where they lie.
create table delivery_progress (
  -- leads, applications, drafts, abandoned or sales.
  source text primary key,
  -- Of leads the id, of applications and drafts the rowid, of sale_moments the number.
  last_number integer not null
) strict;

-- What was there before is nobody's news.
insert into sale_moments (platform, sale_key, moment, happened_at)
  select platform, sale_key, 'pending', pending_at from sales
    where pending_at is not null and is_test = 0
  union all select platform, sale_key, 'paid', paid_at from sales
    where paid_at is not null and is_test = 0
  union all select platform, sale_key, 'refunded', refunded_at from sales
    where refunded_at is not null and is_test = 0
  union all select platform, sale_key, 'chargeback', chargeback_at from sales
    where chargeback_at is not null and is_test = 0;
insert into delivery_progress (source, last_number)
  select 'leads', coalesce(max(id), 0) from leads
  union all select 'applications', coalesce(max(rowid), 0) from applications
  union all select 'drafts', coalesce(max(rowid), 0) from application_drafts
  union all select 'abandoned', coalesce(max(rowid), 0) from application_drafts
  union all select 'sales', coalesce(max(number), 0) from sale_moments;

-- After the newest row is erased its number is given again: what comes under it has not been looked at.
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
