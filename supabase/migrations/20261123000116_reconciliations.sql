-- Comparisons of sales with the APIs of checkout platforms. No API exposes this table.

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
  -- Until when its process is known to be alive; null: none compares.
  leased_until timestamptz,

  constraint requested_days_are_known check (requested_days in (7, 30, 90))
);
alter table funil.reconciliations enable row level security;

insert into funil.migrations (version) values (216);
