-- Files that an operator imported, and what a platform's API or a file says of sales. No API exposes these tables.

-- One row per import, also of one that was undone.
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
  leased_until text,
  titles text not null default '',
  columns text not null default '{}',

  constraint kind_is_known check (kind in ('hotmart', 'kiwify', 'eduzz', 'vendas', 'leads')),
  constraint state_is_known check (state in ('running', 'done', 'undoing', 'undone'))
) strict;

-- Who says it: the platform's notice, its API, or a file. The body of the latter two is what was read, as JSON.
alter table notices add column source text not null default 'notice'
  constraint source_is_known check (source in ('notice', 'api', 'import'));
alter table notices add column import_id integer;
create index notices_by_import on notices (import_id) where import_id is not null;

alter table leads add column import_id integer;
alter table leads add column email text
  constraint email_has_at_most_254_characters check (length(email) <= 254);
create index leads_by_import on leads (import_id) where import_id is not null;

create table erased_people (mark text primary key) strict, without rowid;
