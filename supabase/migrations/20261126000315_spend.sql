-- Ad spend: what each ad cost per day, from files of Meta and Google or from Meta's API. No API exposes these tables.

-- A row per day and ad; per ad set or campaign where a report has no ads. Rows of an import that is running are not
-- counted yet (ads/spend-lines.ts).
create table funil.ad_spend (
  number bigint generated always as identity primary key,
  -- meta or google.
  network text not null,
  -- The ad account's number; null: the file names none.
  account text,
  -- In the ad account's time zone.
  day date not null,
  -- Ids and names are null if they are unknown, or if the row is of several ads.
  campaign_id text,
  campaign_name text,
  set_id text,
  set_name text,
  ad_id text,
  ad_name text,
  -- Of network, account, ids, names and currency: the first half of their SHA-256, in hexadecimal.
  line_key text not null,
  -- Currency code of three letters.
  currency text not null,
  -- As the network shows it, in hundredths, without taxes.
  spend_cents bigint not null,
  -- Null: unknown.
  impressions bigint,
  clicks bigint,
  -- csv or api.
  source text not null,
  imported_at timestamptz not null default now(),
  -- The import that added it.
  added_by bigint not null,
  -- The import that replaces it; null: none.
  ended_by bigint,

  constraint network_is_known check (network in ('meta', 'google')),
  constraint source_is_known check (source in ('csv', 'api')),
  constraint currency_has_three_letters check (currency ~ '^[A-Z]{3}$'),
  constraint spend_is_plausible check (spend_cents between 0 and 9000000000000),
  constraint line_is_added_once unique (added_by, day, line_key)
);
alter table funil.ad_spend enable row level security;
-- Reads a period.
create index ad_spend_by_day on funil.ad_spend (day);
-- Removes replaced rows.
create index ad_spend_ended on funil.ad_spend (ended_by) where ended_by is not null;

-- Pulls from Meta's API, per ad account.
create table funil.ad_spend_pulls (
  -- The ad account's number.
  account text primary key,
  -- The account's name, currency and time zone, as Meta last reported them; null: not yet.
  name text,
  currency text,
  time_zone text,
  -- The last pull that succeeded; null: none yet.
  pulled_at timestamptz,
  -- The account's day on which the last 28 days were last pulled.
  pulled_history_on date,
  -- The last pull, successful or not.
  attempted_at timestamptz,
  -- Why the last pull failed (ads/meta/errors.ts); null: it did not.
  error text,
  -- Number of pulls that failed since the last one that succeeded.
  failures integer not null default 0
);
alter table funil.ad_spend_pulls enable row level security;

insert into funil.migrations (version) values (315);
