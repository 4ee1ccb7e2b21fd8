-- Ad spend: what each ad cost per day, from files of Meta and Google or from Meta's API. No API exposes these tables.

-- One row per day and ad; per ad set or campaign where a report has no ads. Rows of an import that is running are not
-- counted yet (ads/spend-lines.ts).
create table ad_spend (
  number integer primary key autoincrement,
  network text not null,
  account text,
  day text not null,
  campaign_id text,
  campaign_name text,
  set_id text,
  set_name text,
  ad_id text,
  ad_name text,
  line_key text not null,
  currency text not null,
  spend_cents integer not null,
  impressions integer,
  clicks integer,
  source text not null,
  imported_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  added_by integer not null,
  ended_by integer,

  constraint network_is_known check (network in ('meta', 'google')),
  constraint source_is_known check (source in ('csv', 'api')),
  constraint spend_is_plausible check (spend_cents between 0 and 9000000000000),
  constraint line_is_added_once unique (added_by, day, line_key)
) strict;
create index ad_spend_by_day on ad_spend (day);
create index ad_spend_ended on ad_spend (ended_by) where ended_by is not null;

-- Pulls from Meta's API, per ad account.
create table ad_spend_pulls (
  account text primary key,
  name text,
  currency text,
  time_zone text,
  pulled_at text,
  pulled_history_on text,
  attempted_at text,
  error text,
  failures integer not null default 0
) strict;
