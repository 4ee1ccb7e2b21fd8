-- Drafts of the page's content, and its published versions. No API exposes these tables.

-- The draft of one content file while operators edit the page.
create table page_drafts (
  file text primary key,
  base text not null,
  value text not null,
  version integer not null,
  changed_by text not null,
  changed_at text not null
) strict;

-- Published versions of the content.
create table page_versions (
  number integer primary key autoincrement,
  at text not null,
  published_by text not null,
  kind text not null,
  restored integer,
  changes integer not null,
  files text not null,

  constraint kind_is_known check (kind in ('start', 'publish', 'restore', 'hand'))
) strict;
