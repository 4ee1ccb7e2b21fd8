-- Files of sales, leads and ad spend that operators imported. No API exposes this table.

-- A row is an import, also one that was undone; a pull from Meta's API has a row only while it runs. Of spend, the last file of
-- each network can be undone: the rows that it replaced are kept until newer spend of the network settles it.
create table imports (
  id integer primary key autoincrement,
  kind text not null,
  file_name text not null,
  state text not null default 'running',
  new_rows integer not null default 0,
  known_rows integer not null default 0,
  changed_rows integer not null default 0,
  refused_rows integer not null default 0,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  created_by text not null,
  titles text not null default '',
  columns text not null default '{}',
  failure text,

  constraint kind_is_known check (
    kind in ('hotmart', 'kiwify', 'eduzz', 'vendas', 'leads', 'meta', 'google', 'pull')
  ),
  constraint state_is_known check (state in ('running', 'done', 'settled', 'undoing', 'undone'))
) strict;
