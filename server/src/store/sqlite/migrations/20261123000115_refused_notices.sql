-- Refused notices of checkout platforms, the e-mails about them, and the servers that run. No API exposes these tables.

-- How often a platform's notices were refused. Never their content or sender.
create table refused_notices (
  minute text not null,
  platform text not null,
  reason text not null,
  count integer not null,
  last_at text not null,

  primary key (minute, platform, reason),
  constraint reason_is_known check (reason in ('proof', 'failures', 'secret', 'size')),
  constraint count_is_positive check (count > 0)
) strict, without rowid;

create index notices_by_time on notices (platform, received_at);

-- When the owners were last notified about a platform's notices: one row per platform and kind, claimed by one process.
create table notice_alerts (
  platform text not null,
  kind text not null,
  alerted_at text not null,

  primary key (platform, kind)
) strict, without rowid;

-- SQLite changes no check: a new table takes the rows.
alter table operator_alerts rename to earlier_operator_alerts;
drop index operator_alerts_by_due;
create table operator_alerts (
  id text primary key,
  operator_id text not null references operators on delete cascade,
  kind text not null,
  user_agent text not null,
  address text not null,
  created_at text not null,
  due_at text not null,
  attempts integer not null default 0,
  platform text,

  constraint kind_is_known check (
    kind in ('device', 'factor', 'password', 'reset', 'link', 'refused', 'silent')
  ),
  constraint platform_is_named check ((platform is not null) = (kind in ('refused', 'silent')))
) strict;
insert into operator_alerts (id, operator_id, kind, user_agent, address, created_at, due_at, attempts)
  select id, operator_id, kind, user_agent, address, created_at, due_at, attempts from earlier_operator_alerts;
drop table earlier_operator_alerts;
create index operator_alerts_by_due on operator_alerts (due_at);

-- The servers that run, by which the doctor finds secrets that a server has not read yet.
create table running_servers (
  server text primary key,
  seen_at text not null,
  secrets text not null
) strict, without rowid;
