-- Drafts of the page's content, and its published versions. No API exposes these tables.

-- The draft of one content file while operators edit the page. A published file has no row.
create table funil.page_drafts (
  -- The file's key in content/schema/content.ts, such as `hero`.
  file text primary key,
  -- JSON of the file's content when the draft began: shows which fields were changed by hand meanwhile.
  base text not null,
  -- JSON of the file's content as the draft has it.
  value text not null,
  -- Increases with each save, also after a publication, so that a stale editor never overwrites another one's text.
  version integer not null,
  -- E-mail of the operator who saved it last.
  changed_by text not null,
  changed_at timestamptz not null,

  constraint base_is_json check (base::json is not null),
  constraint value_is_json check (value::json is not null),
  constraint version_is_positive check (version > 0)
);
alter table funil.page_drafts enable row level security;

-- Each state of the content that was published or found in the files, with the texts of all files.
create table funil.page_versions (
  number integer generated always as identity primary key,
  at timestamptz not null,
  -- E-mail of the operator; empty: changed by hand in the files.
  published_by text not null,
  kind text not null,
  -- The version that was put back.
  restored integer,
  -- How many fields differ from the version before.
  changes integer not null,
  -- JSON: the YAML text of each file, by key.
  files text not null,

  constraint kind_is_known check (kind in ('start', 'publish', 'restore', 'hand')),
  constraint files_are_json check (files::json is not null)
);
alter table funil.page_versions enable row level security;

insert into funil.migrations (version) values (318);
