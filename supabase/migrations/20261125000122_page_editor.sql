-- The draft of one content file while operators edit the page. A published file has no row. No API exposes these tables.
create table funil.page_drafts (
  -- The file's key in content/schema/content.ts, such as `hero`.
  file text primary key,
  -- JSON of the file's content when the draft began: shows which fields were changed by hand meanwhile.
  base text not null check (base::json is not null),
  -- JSON of the file's content as the draft has it.
  value text not null check (value::json is not null),
  -- Increases with each save, also after a publication, so that a stale editor never overwrites another one's text.
  version integer not null check (version > 0),
  -- E-mail of the operator who saved it last.
  changed_by text not null,
  changed_at timestamptz not null
);
alter table funil.page_drafts enable row level security;

-- Each state of the content that was published or found in the files, with the texts of all files.
create table funil.page_versions (
  number integer generated always as identity primary key,
  at timestamptz not null,
  -- E-mail of the operator; empty: changed by hand in the files.
  published_by text not null,
  kind text not null check (kind in ('start', 'publish', 'restore', 'hand')),
  -- The version that was put back.
  restored integer,
  -- How many fields differ from the version before.
  changes integer not null,
  -- JSON: the YAML text of each file, by key.
  files text not null check (files::json is not null)
);
alter table funil.page_versions enable row level security;

insert into funil.migrations (version) values (222);
