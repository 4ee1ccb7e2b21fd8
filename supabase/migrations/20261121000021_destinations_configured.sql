-- Processes of one database may be configured differently, while they are being replaced: what one is not
-- configured for is no reason to take it from another, and waits for it.
alter table funil.destinations add column configured_at timestamptz, add column wants text;
comment on column funil.destinations.configured_at is
  'When a process last said that its settings name this destination; null: an endpoint, or not said yet.';
comment on column funil.destinations.wants is
  'Event types that it wants by these settings, parted by commas; null: not said yet.';

insert into funil.migrations (version) values (21);
