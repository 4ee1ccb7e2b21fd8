-- Drafts of the page's content, and its published versions. No API exposes these tables.

-- The fields of the content that operators have changed and not published.
create table funil.page_drafts (
  -- The file's key in content/schema/content.ts, such as `hero`.
  file text not null,
  -- JSON: the keys from the file's root to the field, such as `["price","cash"]`. A list is one field.
  path text not null,
  -- JSON of what the file said when the field was first changed: shows a change by hand meanwhile. Null: the field was missing.
  base text,
  -- JSON of what the draft says. Null: the field is removed.
  value text,
  -- E-mail of the operator who saved it last.
  changed_by text not null,
  changed_at timestamptz not null,

  primary key (file, path),
  constraint path_is_json check (path::json is not null),
  constraint base_is_json check (base is null or base::json is not null),
  constraint value_is_json check (value is null or value::json is not null)
);
alter table funil.page_drafts enable row level security;

-- Every state of the content that was published or found in the files, with the texts of all files.
create table funil.page_versions (
  -- Without gaps: a version that did not get on the air gives its number back.
  number integer primary key,
  at timestamptz not null,
  -- E-mail of the operator; empty: changed by hand in the files.
  published_by text not null,
  kind text not null,
  -- The version that was put back.
  restored integer,
  -- How many fields differ from the version before.
  changes integer not null,
  -- JSON: the test of a text that the version before had and this one has not, in the format of store/page-tables.ts. Null: none.
  ended_test text,
  -- JSON: the YAML text of each file, by key.
  files text not null,

  constraint kind_is_known check (kind in ('start', 'publish', 'restore', 'hand')),
  constraint files_are_json check (files::json is not null),
  constraint ended_test_is_json check (ended_test is null or ended_test::json is not null)
);
alter table funil.page_versions enable row level security;

insert into funil.migrations (version) values (318);
