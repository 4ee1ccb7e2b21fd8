-- Processes of one database may be configured differently, while they are being replaced: what one is not
-- configured for is no reason to take it from another, and waits for it.
-- When a process last said that its settings name this destination; null: an endpoint, or not said yet.
alter table destinations add column configured_at text;
-- Event types that it wants by these settings, parted by commas; null: not said yet.
alter table destinations add column wants text;
