-- supabase/migrations/ describes the tables, columns and indexes; these files describe what differs on SQLite. Times are
-- ISO text in UTC, UUIDs are lower-case text, and JSON is text, unless a column says otherwise. Only the server writes
-- here, and contract/ has checked its rows: SQLite repeats keys, `not null`, states and money, and no other rule.

-- Applied migrations.
create table migrations (
  version integer primary key,
  sha256 text not null,
  applied_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) strict;
