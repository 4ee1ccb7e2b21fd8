-- Deliveries: what happened here on its way to where the seller works. Out of reach of any API.

-- Where deliveries go. One row a destination that is on, or was switched off by its other side.
create table funil.destinations (
  -- webhook:<id>, mail, mail:leads, meta or ga4.
  name text primary key,
  -- What happened before is none of its business.
  since timestamptz not null default now(),
  -- When it was switched off; null: it is on.
  off_at timestamptz,
  -- Why: gone (the other side answered 410) or removed.
  off_reason text
);
alter table funil.destinations enable row level security;

-- Webhooks: endpoints of the seller's own.
create table funil.endpoints (
  -- UUID; its destination is webhook:<id>.
  id uuid primary key,
  url text not null,
  -- Event types it asked for, parted by commas; empty: all.
  events text not null,
  -- What its deliveries are signed by: whsec_<base64>.
  secret text not null,
  -- The secret before, valid beside it until a moment.
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null default now()
);
alter table funil.endpoints enable row level security;

-- What happened, once, as it is told outside.
create table funil.announcements (
  -- Order of being found.
  number bigint generated always as identity primary key,
  -- lead.created, application.started, … (contract/src/webhook-events.ts).
  type text not null,
  -- What it speaks of: lead:<key>, application:<id>, sale:<platform>:<key>. Told in order at each destination.
  subject text not null,
  -- When it happened.
  happened_at timestamptz not null,
  -- `data` of the event, as JSON; empty once its person was forgotten.
  data text not null,
  -- The person's keys (contract/src/person.ts); null: not known.
  phone_key text,
  email_key text,
  created_at timestamptz not null default now(),

  constraint announced_once unique (type, subject)
);
alter table funil.announcements enable row level security;
-- Those of a person who is to be forgotten.
create index announcements_by_phone on funil.announcements (phone_key) where phone_key is not null;
create index announcements_by_email on funil.announcements (email_key) where email_key is not null;
-- What is old enough to be thrown away, and replays since a date.
create index announcements_by_time on funil.announcements (created_at);
-- A subject's story.
create index announcements_by_subject on funil.announcements (subject, number);

-- One announcement on its way to one destination.
create table funil.deliveries (
  -- UUID, the same at every try: the other side knows a repeat by it.
  id uuid primary key,
  announcement bigint not null references funil.announcements on delete cascade,
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
  due_at timestamptz not null default now(),
  -- Until when somebody is at it; null: nobody.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  -- When it came to its end.
  ended_at timestamptz,

  constraint delivered_once unique (destination, announcement),
  constraint state_is_known check (state in ('waiting', 'delivered', 'dead', 'canceled'))
);
alter table funil.deliveries enable row level security;
-- What is due at a destination.
create index deliveries_due on funil.deliveries (destination, due_at, announcement)
  where state = 'waiting';
-- What has to go before, of the same subject.
create index deliveries_in_order on funil.deliveries (destination, subject, announcement)
  where state = 'waiting';
-- An announcement's deliveries.
create index deliveries_by_announcement on funil.deliveries (announcement);
-- What was given up.
create index deliveries_dead on funil.deliveries (ended_at) where state = 'dead';

-- The last tries, for whoever looks for what is wrong.
create table funil.delivery_tries (
  number bigint generated always as identity primary key,
  delivery uuid not null references funil.deliveries on delete cascade,
  tried_at timestamptz not null,
  -- How long it took, in ms.
  took integer not null,
  -- HTTP status; null: there was no answer.
  status integer,
  -- The answer's first KiB, or why there was none.
  answer text not null
);
alter table funil.delivery_tries enable row level security;
-- A delivery's tries, the newest last.
create index delivery_tries_by_delivery on funil.delivery_tries (delivery, number);

-- When a sale first came into a state that is told outside, in the order in which that became known. Sales
-- are made anew again and again; what was told stays here, and is not told again.
create table funil.sale_moments (
  number bigint generated always as identity primary key,
  platform text not null,
  sale_key text not null,
  -- pending, paid, refunded or chargeback.
  moment text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null default now(),

  constraint moment_is_known check (moment in ('pending', 'paid', 'refunded', 'chargeback')),
  constraint reached_once unique (platform, sale_key, moment)
);
alter table funil.sale_moments enable row level security;

-- People who were forgotten, until that is told: nothing but hashes.
create table funil.erasures (
  number bigint generated always as identity primary key,
  -- SHA-256 of the person's keys (contract/src/person.ts) in hexadecimal; null: not asked by that.
  phone_key_sha256 text,
  email_key_sha256 text,
  created_at timestamptz not null default now()
);
alter table funil.erasures enable row level security;

-- Order of arrival, save that numbers are given before the commit, as leads have it in their id.
alter table public.applications add column number bigint generated always as identity;
alter table public.application_drafts add column number bigint generated always as identity;
revoke all on sequence public.applications_number_seq, public.application_drafts_number_seq
  from public, anon, authenticated;
comment on column public.applications.number is 'Order of arrival.';
comment on column public.application_drafts.number is 'Order of arrival.';
-- What is to be told is read on from a number.
create unique index applications_by_number on public.applications (number);
create unique index application_drafts_by_number on public.application_drafts (number);

-- Tells which numbers are settled, as with events (20261121000013).
create trigger number_transaction_first before insert on public.leads
  for each statement execute function funil.number_transaction_first();
create trigger number_transaction_first before insert on public.applications
  for each statement execute function funil.number_transaction_first();
create trigger number_transaction_first before insert on public.application_drafts
  for each statement execute function funil.number_transaction_first();

-- How far stored rows have been looked through, by where they lie.
create table funil.delivery_progress (
  -- leads, applications, drafts, abandoned or sales.
  source text primary key,
  last_number bigint not null
);
alter table funil.delivery_progress enable row level security;

-- What was there before is nobody's news.
insert into funil.sale_moments (platform, sale_key, moment, happened_at)
  select platform, sale_key, moment, happened_at
  from funil.sales, lateral (values
    ('pending', pending_at), ('paid', paid_at), ('refunded', refunded_at), ('chargeback', chargeback_at)
  ) as reached (moment, happened_at)
  where happened_at is not null and not is_test;
insert into funil.delivery_progress (source, last_number)
  select 'leads', coalesce(max(id), 0) from public.leads
  union all select 'applications', coalesce(max(number), 0) from public.applications
  union all select 'drafts', coalesce(max(number), 0) from public.application_drafts
  union all select 'abandoned', coalesce(max(number), 0) from public.application_drafts
  union all select 'sales', coalesce(max(number), 0) from funil.sale_moments;

insert into funil.migrations (version) values (15);
