-- Finished applications for the mentoring programme. One row per applicant's sending.
create table public.applications (
  -- UUIDv7 made when the form opens; the draft carries the same.
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
  -- Company or business.
  empresa text not null,
  -- Role in it.
  cargo text not null,
  -- Monthly revenue, one of the form's options.
  faturamento text not null,
  -- Main challenges, free text.
  principais_desafios text not null,
  -- Not asked in the form today; empty.
  objetivos_movimento text not null,
  -- When the applicant wants results, one of the form's options.
  cronograma text not null,
  -- Not asked in the form today; empty.
  orcamento_investimento text not null,
  -- Earlier consulting or mentoring, free text; may be empty.
  experiencia_anterior text not null,
  -- Where the visitor came from; empty when unknown.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- When the visitor first arrived.
  origem_timestamp timestamptz not null,
  -- Whole seconds since the visit began.
  tempo_jornada_segundos integer not null,
  -- Page loads so far.
  paginas_visitadas integer not null,

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
  ),
  constraint empresa_has_2_to_200_characters check (
    char_length(empresa) <= 200 and char_length(funil.trimmed(empresa)) >= 2
  ),
  constraint cargo_has_2_to_200_characters check (
    char_length(cargo) <= 200 and char_length(funil.trimmed(cargo)) >= 2
  ),
  constraint faturamento_is_an_option check (
    faturamento in ('menos-5k', '5k-10k', '10k-30k', '30k-50k')
  ),
  constraint principais_desafios_has_10_to_5000_characters check (
    char_length(principais_desafios) <= 5000
    and char_length(funil.trimmed(principais_desafios)) >= 10
  ),
  constraint cronograma_is_an_option check (cronograma in ('6meses', '1ano', '2anos', '3anos+')),
  constraint other_texts_have_at_most_5000_characters check (
    greatest(char_length(objetivos_movimento), char_length(orcamento_investimento),
      char_length(experiencia_anterior)) <= 5000
  ),
  constraint utms_have_at_most_255_characters check (
    greatest(char_length(utm_source), char_length(utm_medium), char_length(utm_campaign),
      char_length(utm_content), char_length(utm_term)) <= 255
  ),
  constraint tempo_jornada_segundos_is_not_negative check (tempo_jornada_segundos >= 0),
  constraint paginas_visitadas_is_not_negative check (paginas_visitadas >= 0)
);

alter table public.applications enable row level security;

create policy "An anonymous visitor may send an application" on public.applications
  for insert to anon with check (true);

revoke all on table public.applications from public, anon, authenticated;
grant insert (
  id, suspect, nome, email, whatsapp, instagram, empresa, cargo, faturamento, principais_desafios,
  objetivos_movimento, cronograma, orcamento_investimento, experiencia_anterior, utm_source,
  utm_medium, utm_campaign, utm_content, utm_term, origem_timestamp, tempo_jornada_segundos,
  paginas_visitadas
) on public.applications to anon;

insert into funil.migrations (version) values (3);
