-- Drafts of the page's content and its published versions; the PostgreSQL migration of the same name explains the columns.
create table page_drafts (
  file text primary key,
  base text not null check (json_valid(base)),
  value text not null check (json_valid(value)),
  version integer not null check (version > 0),
  changed_by text not null,
  changed_at text not null
) strict;

create table page_versions (
  number integer primary key autoincrement,
  at text not null,
  published_by text not null,
  kind text not null check (kind in ('start', 'publish', 'restore', 'hand')),
  restored integer,
  changes integer not null,
  files text not null check (json_valid(files))
) strict;
