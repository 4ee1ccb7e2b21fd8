-- What checkout platforms say of sales: notices, refused ones, and lists of their APIs. No API exposes these tables.

-- Every notice with a valid proof, exactly as received. One row per body: a repeated notice adds no row.
create table notices (
  id integer primary key autoincrement,
  -- When it was stored: ISO time, UTC, as all times here.
  received_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  platform text not null,
  digest blob not null,
  headers text not null,
  body blob not null,
  source text not null default 'notice',
  import_id integer,
  proof text not null,
  read_by integer,
  read_error text,
  notice_id text,
  sale_key text,

  constraint source_is_known check (source in ('notice', 'api', 'import')),
  constraint notice_is_stored_once unique (platform, digest)
) strict;
create index notices_unread on notices (id) where read_by is null;
create index notices_not_understood on notices (platform, read_by) where read_error is not null;
create index notices_by_reader on notices (platform, read_by);
create index notices_by_sale on notices (platform, sale_key) where sale_key is not null;
create index notices_by_time on notices (platform, received_at);
create index notices_by_import on notices (import_id) where import_id is not null;

-- How often a platform's notices were refused. Never their content or sender.
create table refused_notices (
  minute text not null,
  platform text not null,
  reason text not null,
  count integer not null,
  last_at text not null,

  primary key (minute, platform, reason),
  constraint reason_is_known check (reason in ('proof', 'failures', 'secret', 'size'))
) strict, without rowid;

-- When the owners were last notified about a platform's notices: one row per platform and kind, claimed by one process.
create table notice_alerts (
  platform text not null,
  kind text not null,
  alerted_at text not null,

  primary key (platform, kind)
) strict, without rowid;

-- Comparisons of sales with the APIs of checkout platforms.
create table reconciliations (
  platform text primary key,
  requested_days integer,
  attempted_at text,
  succeeded_at text,
  failures integer not null default 0,
  error text,
  period_from text,
  period_until text,
  found integer not null default 0,
  new_sales integer not null default 0,
  changed_sales integer not null default 0,

  constraint requested_days_are_known check (requested_days in (7, 30, 90))
) strict;
