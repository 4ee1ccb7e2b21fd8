-- Comparisons of sales with the APIs of checkout platforms. No API exposes this table.

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
  leased_until text,

  constraint requested_days_are_known check (requested_days in (7, 30, 90))
) strict;
