-- Who left name and number in the lead dialog. One row per confirmed submission.
create table leads (
  -- Order of arrival.
  id integer primary key,
  -- When the row was stored: ISO time, UTC.
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- UUID of the submission; repeats of it store one row. Events refer to it as lead_ref.
  idempotency_key text unique,
  -- Why a robot is suspected; null when nothing speaks for it.
  suspect text,
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
  -- Clicks on buttons before the submission: JSON list of {botao, timestamp, secao?}.
  botoes_clicados text not null,
  -- Whole seconds since the visit began.
  tempo_jornada_segundos integer not null,
  -- Page loads so far.
  paginas_visitadas integer not null,
  -- When the visitor first arrived: ISO time, UTC.
  origem_timestamp text not null,

  constraint idempotency_key_is_a_uuid check (
    length(idempotency_key) = 36 and idempotency_key not glob '*[^0-9a-f-]*'
  ),
  constraint suspect_is_short check (length(suspect) <= 100),
  constraint nome_has_2_to_200_characters check (
    length(nome) <= 200
    and length(trim(nome, char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197,
      8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279))) >= 2
  ),
  constraint telefone_has_10_digits_and_at_most_40_characters check (
    length(telefone) <= 40
    and telefone glob '*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*'
  ),
  constraint utms_have_at_most_255_characters check (
    max(length(utm_source), length(utm_medium), length(utm_campaign), length(utm_content),
      length(utm_term)) <= 255
  ),
  constraint botoes_clicados_is_a_list_of_at_most_200 check (
    case when json_valid(botoes_clicados) then json_type(botoes_clicados) = 'array'
      and json_array_length(botoes_clicados) <= 200 else false end
  ),
  constraint tempo_jornada_segundos_is_a_whole_number check (
    typeof(tempo_jornada_segundos) = 'integer' and tempo_jornada_segundos between 0 and 2147483647
  ),
  constraint paginas_visitadas_is_a_whole_number check (
    typeof(paginas_visitadas) = 'integer' and paginas_visitadas between 0 and 2147483647
  ),
  constraint origem_timestamp_is_a_utc_time check (
    datetime(origem_timestamp) is not null and origem_timestamp glob '????-??-??T*Z'
    and origem_timestamp >= '0001'
  )
) strict;
