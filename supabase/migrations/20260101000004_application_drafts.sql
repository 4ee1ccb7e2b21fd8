-- Who left the form's first step; without an application of the same id, an abandoned one.
create table public.application_drafts (
  -- UUIDv7 made when the form opens; the application carries the same.
  id uuid primary key,
  -- When the row was stored.
  created_at timestamptz not null default now(),
  -- Why a robot is suspected; null when nothing speaks for it.
  suspect text default funil.request_suspicion(),
  -- Full name, as typed.
  nome text not null,
  -- Address the team answers to.
  email text not null,
  -- Phone as shown: '+' and digits, formatted for Brazil.
  whatsapp text not null,
  -- Handle with its '@'; empty or a lone '@' when not given.
  instagram text not null,

  constraint suspect_is_short check (char_length(suspect) <= 100),
  constraint nome_has_2_to_200_characters check (
    char_length(nome) <= 200 and char_length(funil.trimmed(nome)) >= 2
  ),
  constraint email_has_one_at_and_a_dot_and_no_spaces check (
    char_length(email) <= 254 and funil.is_email(email)
  ),
  constraint whatsapp_has_10_digits_and_at_most_40_characters check (
    char_length(whatsapp) <= 40 and funil.count_digits(whatsapp) >= 10
  ),
  -- Letters beyond ASCII are judged by contract/ alone.
  constraint instagram_is_empty_or_a_handle check (
    char_length(instagram) <= 100 and instagram ~ '^(@([A-Za-z0-9._]|[^\u0001-\u007f])*)?$'
  )
);

alter table public.application_drafts enable row level security;

create policy "An anonymous visitor may leave a draft" on public.application_drafts
  for insert to anon with check (true);

revoke all on table public.application_drafts from public, anon, authenticated;
grant insert (id, suspect, nome, email, whatsapp, instagram) on public.application_drafts to anon;

insert into funil.migrations (version) values (4);
