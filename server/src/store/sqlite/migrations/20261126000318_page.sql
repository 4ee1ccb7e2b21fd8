-- Drafts of the page's content, and its published versions. No API exposes these tables.

-- The fields of the content that operators have changed and not published.
create table page_drafts (
  file text not null,
  path text not null,
  base text,
  value text,
  changed_by text not null,
  changed_at text not null,

  primary key (file, path)
) strict;

-- Published versions of the content.
create table page_versions (
  number integer primary key,
  at text not null,
  published_by text not null,
  kind text not null,
  restored integer,
  changes integer not null,
  files text not null,

  constraint kind_is_known check (kind in ('start', 'publish', 'restore', 'hand'))
) strict;
