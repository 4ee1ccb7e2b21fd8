-- How many captures each address made in the current minute, shared by all replicas of the server.
-- Unlogged: it may be lost in a crash, and costs no fsync.
create unlogged table funil.rate_limits (
  -- Hash of the address.
  address bytea primary key,
  -- When the count began.
  started_at timestamptz not null,
  -- Captures since then.
  captures integer not null
);

insert into funil.migrations (version) values (6);
