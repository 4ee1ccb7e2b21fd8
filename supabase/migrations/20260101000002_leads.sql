-- Who left name and number in the lead dialog. One row per confirmed submission.
create table public.leads (
  -- Order of arrival.
  id bigint generated always as identity primary key,
  -- When the row was stored.
  created_at timestamptz not null default now(),
  -- UUID of the submission; repeats of it store one row. Events refer to it as lead_ref.
  idempotency_key uuid unique default (funil.request_header('idempotency-key'))::uuid,
  -- Why a robot is suspected; null when nothing speaks for it.
  suspect text default funil.request_suspicion(),
  -- Full name, as typed.
  nome text not null,
  -- Phone, formatted as the visitor saw it.
  telefone text not null,
  -- Where the visitor came from; empty when unknown.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Clicks on buttons before the submission: list of {botao, timestamp, secao?}.
  botoes_clicados jsonb not null,
  -- Whole seconds since the visit began.
  tempo_jornada_segundos integer not null,
  -- Page loads so far.
  paginas_visitadas integer not null,
  -- When the visitor first arrived.
  origem_timestamp timestamptz not null,

  constraint suspect_is_short check (char_length(suspect) <= 100),
  constraint nome_has_2_to_200_characters check (
    char_length(nome) <= 200 and char_length(funil.trimmed(nome)) >= 2
  ),
  constraint telefone_has_10_digits_and_at_most_40_characters check (
    char_length(telefone) <= 40 and funil.count_digits(telefone) >= 10
  ),
  constraint utms_have_at_most_255_characters check (
    greatest(char_length(utm_source), char_length(utm_medium), char_length(utm_campaign),
      char_length(utm_content), char_length(utm_term)) <= 255
  ),
  constraint botoes_clicados_is_a_list_of_at_most_200 check (
    case when jsonb_typeof(botoes_clicados) = 'array'
      then jsonb_array_length(botoes_clicados) <= 200
        and char_length(botoes_clicados::text) <= 100000
        and not jsonb_path_exists(botoes_clicados, '$[*] ? (!(
          @.botao.type() == "string" && @.timestamp.type() == "string"))')
      else false end
  ),
  constraint tempo_jornada_segundos_is_not_negative check (tempo_jornada_segundos >= 0),
  constraint paginas_visitadas_is_not_negative check (paginas_visitadas >= 0)
);

alter table public.leads enable row level security;

create policy "An anonymous visitor may leave a lead" on public.leads
  for insert to anon with check (true);

revoke all on table public.leads from public, anon, authenticated;
grant insert (
  idempotency_key, suspect, nome, telefone, utm_source, utm_medium, utm_campaign, utm_content,
  utm_term, botoes_clicados, tempo_jornada_segundos, paginas_visitadas, origem_timestamp
) on public.leads to anon;

insert into funil.migrations (version) values (2);
