-- Files that an operator imported, and what a platform's API or a file says of sales. No API exposes these tables.

-- One row per import, also of one that was undone.
create table funil.imports (
  id bigint generated always as identity primary key,
  -- hotmart, kiwify, eduzz, vendas or leads.
  kind text not null,
  -- The file's name, without its folder.
  file_name text not null,
  -- running, done, undoing or undone.
  state text not null default 'running',
  -- Numbers of its rows by outcome.
  new_rows integer not null default 0,
  known_rows integer not null default 0,
  changed_rows integer not null default 0,
  refused_rows integer not null default 0,
  created_at timestamptz not null default now(),
  -- The operator's e-mail address; empty: a command.
  created_by text not null,
  -- Until when its process is known to be alive; null: no process writes it.
  leased_until timestamptz,
  -- Hash of the titles of the file's columns, and the columns that were read: a JSON object of field → title. The next file
  -- with these titles is read alike.
  titles text not null default '',
  columns text not null default '{}',

  constraint kind_is_known check (kind in ('hotmart', 'kiwify', 'eduzz', 'vendas', 'leads')),
  constraint state_is_known check (state in ('running', 'done', 'undoing', 'undone'))
);
alter table funil.imports enable row level security;

-- Who says it: the platform's notice, its API, or a file. The body of the latter two is what was read, as JSON.
alter table funil.notices add column source text not null default 'notice',
  add constraint source_is_known check (source in ('notice', 'api', 'import'));
-- The import that stored it; null: none.
alter table funil.notices add column import_id bigint;
-- Undoes an import.
create index notices_by_import on funil.notices (import_id) where import_id is not null;

-- The import that stored it; null: a visitor sent it. Only files have an e-mail address.
alter table public.leads add column import_id bigint, add column email text,
  add constraint email_has_at_most_254_characters check (char_length(email) <= 254);
-- Undoes an import.
create index leads_by_import on public.leads (import_id) where import_id is not null;

-- Marks of the phone numbers and e-mail addresses of erased people: files do not bring them back. A mark has 28 bits, which
-- dozens of phone numbers share, so that it names nobody.
create table funil.erased_people (
  -- The first seven hexadecimal digits of the SHA-256 of a person's key (contract/src/person.ts).
  mark text primary key
);
alter table funil.erased_people enable row level security;

insert into funil.migrations (version) values (214);
