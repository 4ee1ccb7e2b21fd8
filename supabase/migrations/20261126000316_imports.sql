-- Files of sales, leads and ad spend that operators imported. No API exposes this table.

-- A row is an import, also one that was undone; a pull from Meta's API has a row only while it runs. Of spend, the last file of
-- each network can be undone: the rows that it replaced are kept until newer spend of the network settles it.
create table funil.imports (
  id bigint generated always as identity primary key,
  -- Sales: hotmart, kiwify, eduzz or vendas. leads. Spend: meta, google, or pull for Meta's API.
  kind text not null,
  -- The file's name, without its folder.
  file_name text not null,
  -- running, done, settled, undoing or undone.
  state text not null default 'running',
  -- Numbers of its rows by outcome; of spend, changed_rows are the stored rows that it replaced.
  new_rows integer not null default 0,
  known_rows integer not null default 0,
  changed_rows integer not null default 0,
  refused_rows integer not null default 0,
  created_at timestamptz not null default now(),
  -- The operator's e-mail address; empty: a command.
  created_by text not null,
  -- Hash of the titles of the file's columns, and the columns that were read: a JSON object of field → title. The next file
  -- with these titles is read alike.
  titles text not null default '',
  columns text not null default '{}',
  -- Why it was undone by itself, in Portuguese; null: it did not fail.
  failure text,

  constraint kind_is_known check (
    kind in ('hotmart', 'kiwify', 'eduzz', 'vendas', 'leads', 'meta', 'google', 'pull')
  ),
  constraint state_is_known check (state in ('running', 'done', 'settled', 'undoing', 'undone'))
);
alter table funil.imports enable row level security;

insert into funil.migrations (version) values (316);
