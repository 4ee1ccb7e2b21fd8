-- supabase/migrations/ describes the tables, columns and indexes; these files describe what differs on SQLite. Times are
-- ISO text in UTC, UUIDs are lower-case text, and JSON is text, unless a column says otherwise.

-- Characters that the limits of captured tables share. SQLite has no functions in SQL: the rules are checks and
-- triggers beside each table. contract/ has the same rules for page and server; a test holds all of them to the same
-- limits (server/tests/row-limits.test.ts).

-- Invisible characters as the inside of a glob class: spaces, controls, zero-width characters, soft hyphen,
-- directions, fillers, variation selectors. Keep equal to contract/src/characters.ts; 45 is the hyphen of a range.
create table invisible (
  class text not null
) strict;
insert into invisible (class) values (
  char(1, 45, 32, 127, 45, 160, 173, 847, 1564, 4447, 45, 4448, 5760, 6068, 45, 6069, 6155, 45,
    6159, 8192, 45, 8207, 8232, 45, 8239, 8287, 45, 8303, 10240, 12288, 12644, 65024, 45, 65039,
    65279, 65440, 65520, 45, 65531, 113824, 45, 113827, 119155, 45, 119162, 917504, 45, 921599)
);
