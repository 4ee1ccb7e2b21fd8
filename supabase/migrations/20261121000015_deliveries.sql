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

-- How far stored rows have been looked through, by where they lie.
create table funil.delivery_progress (
  -- leads, applications, drafts, abandoned or sales.
  source text primary key,
  last_number bigint not null
);
alter table funil.delivery_progress enable row level security;

insert into funil.migrations (version) values (15);
