-- Refused notices of checkout platforms, the e-mails about them, and the servers that run. No API exposes these tables.

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

-- Finds a platform's last notice and the pauses between its notices.
create index notices_by_time on funil.notices (platform, received_at);

-- When the owners were last notified about a platform's notices: one row per platform and kind, claimed by one process.
create table funil.notice_alerts (
  platform text not null,
  kind text not null,
  alerted_at timestamptz not null,

  primary key (platform, kind)
);
alter table funil.notice_alerts enable row level security;

-- refused: a platform's notices are refused; silent: none arrives. Both name the platform. link: an operator forgot the
-- password; the e-mail has a one-time link, which is made when the e-mail is sent.
alter table funil.operator_alerts
  add column platform text,
  drop constraint kind_is_known,
  add constraint kind_is_known check (kind in ('device', 'factor', 'password', 'reset', 'link', 'refused', 'silent')),
  add constraint platform_is_named check ((platform is not null) = (kind in ('refused', 'silent')));

-- The servers that run, by which the doctor finds secrets that a server has not read yet.
create table funil.running_servers (
  -- Host and port.
  server text primary key,
  -- Written every minute.
  seen_at timestamptz not null,
  -- JSON object: variable → salt and scrypt hash of its secret.
  secrets text not null
);
alter table funil.running_servers enable row level security;

insert into funil.migrations (version) values (215);
