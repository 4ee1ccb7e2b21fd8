-- What checkout platforms say of sales: notices, refused ones, and lists of their APIs. No API exposes these tables.

-- Every notice with a valid proof, exactly as received. One row per body: a repeated notice adds no row.
create table funil.notices (
  -- Order of arrival.
  id bigint generated always as identity primary key,
  -- When it was stored.
  received_at timestamptz not null default now(),
  -- hotmart, kiwify, eduzz, hubla, ticto or tmb.
  platform text not null,
  -- SHA-256 of the body and of whether it came from a sandbox. Notices with the same digest are repeats.
  digest bytea not null,
  -- Headers that the adapter needs, by name.
  headers text not null,
  -- The body's bytes.
  body bytea not null,
  -- Who says it: the platform's notice, its API, or a file (import). The body of the latter two is what was read, as JSON.
  source text not null default 'notice',
  -- The import that stored it; null: none.
  import_id bigint,
  -- Which of the platform's proofs it had.
  proof text not null,
  -- Version of the adapter that read it last; null: not read yet.
  read_by integer,
  -- Why the adapter did not understand it; null: it did.
  read_error text,
  -- The platform's own identifier of the notice.
  notice_id text,
  -- Key that all notices of one sale share; null: the notice names no sale.
  sale_key text,

  constraint digest_has_32_bytes check (octet_length(digest) = 32),
  constraint body_has_at_most_256_kib check (octet_length(body) <= 262144),
  constraint source_is_known check (source in ('notice', 'api', 'import')),
  constraint notice_is_stored_once unique (platform, digest)
);
alter table funil.notices enable row level security;
-- Finds notices that no adapter has read yet.
create index notices_unread on funil.notices (id) where read_by is null;
-- Lists notices that the adapter did not understand, to show them and to read them again.
create index notices_not_understood on funil.notices (platform, read_by) where read_error is not null;
-- Finds notices that an older version of the adapter read.
create index notices_by_reader on funil.notices (platform, read_by);
-- Finds a sale's notices.
create index notices_by_sale on funil.notices (platform, sale_key) where sale_key is not null;
-- Finds a platform's last notice and the pauses between its notices.
create index notices_by_time on funil.notices (platform, received_at);
-- Undoes an import.
create index notices_by_import on funil.notices (import_id) where import_id is not null;

-- How often a platform's notices were refused. Never their content or sender.
create table funil.refused_notices (
  minute timestamptz not null,
  platform text not null,
  -- proof: without a valid proof; failures: too many without one; secret: the server has no secret; size: too large.
  reason text not null,
  count integer not null,
  -- The last one within the minute.
  last_at timestamptz not null,

  primary key (minute, platform, reason),
  constraint reason_is_known check (reason in ('proof', 'failures', 'secret', 'size')),
  constraint count_is_positive check (count > 0)
);
alter table funil.refused_notices enable row level security;

-- Comparisons of sales with the APIs of checkout platforms.
create table funil.reconciliations (
  -- hotmart, kiwify or eduzz.
  platform text primary key,
  -- The days, until now, that an operator asked to compare; null: none are waiting.
  requested_days integer,
  -- When the last comparison until the present began; null: none yet.
  attempted_at timestamptz,
  -- When the last of them that succeeded began; null: none yet.
  succeeded_at timestamptz,
  -- Number of failed attempts since then.
  failures integer not null default 0,
  -- Why the last comparison failed (sales/reconcile/errors.ts); null: it did not.
  error text,
  -- Of the last comparison: its period, and how many sales the platform listed, were missing here, and changed.
  period_from timestamptz,
  period_until timestamptz,
  found integer not null default 0,
  new_sales integer not null default 0,
  changed_sales integer not null default 0,

  constraint requested_days_are_known check (requested_days in (7, 30, 90))
);
alter table funil.reconciliations enable row level security;

insert into funil.migrations (version) values (309);
