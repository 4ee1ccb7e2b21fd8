-- Finished applications for the mentoring programme. One row per applicant's sending.
create table applications (
  -- UUIDv7 made when the form opens; the draft carries the same.
  id text primary key,
  -- When the row was stored: ISO time, UTC.
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- Why a robot is suspected; null when nothing speaks for it.
  suspect text,
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
  -- When the visitor first arrived: ISO time, UTC.
  origem_timestamp text not null,
  -- Whole seconds since the visit began.
  tempo_jornada_segundos integer not null,
  -- Page loads so far.
  paginas_visitadas integer not null,

  constraint id_is_a_uuid check (length(id) = 36 and id not glob '*[^0-9a-f-]*'),
  constraint suspect_is_short check (length(suspect) <= 100),
  constraint nome_has_2_to_200_characters check (
    length(nome) <= 200
    and length(trim(nome, char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197,
      8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279))) >= 2
  ),
  constraint email_has_one_at_and_a_dot_and_no_spaces check (
    length(email) <= 254
    and email like '_%@_%._%' and email not like '%@%@%'
    and email not glob '*[' || char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196,
      8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279) || ']*'
  ),
  constraint whatsapp_has_10_digits_and_at_most_40_characters check (
    length(whatsapp) <= 40
    and whatsapp glob '*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*'
  ),
  -- Letters beyond ASCII are judged by contract/ alone.
  constraint instagram_is_empty_or_a_handle check (
    length(instagram) <= 100
    and (instagram = '' or instagram glob '@*' and substr(instagram, 2)
      not glob '*[^a-zA-Z0-9._' || char(128) || '-' || char(1114111) || ']*')
  ),
  constraint empresa_has_2_to_200_characters check (
    length(empresa) <= 200
    and length(trim(empresa, char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196,
      8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279))) >= 2
  ),
  constraint cargo_has_2_to_200_characters check (
    length(cargo) <= 200
    and length(trim(cargo, char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197,
      8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279))) >= 2
  ),
  constraint faturamento_is_an_option check (
    faturamento in ('menos-5k', '5k-10k', '10k-30k', '30k-50k')
  ),
  constraint principais_desafios_has_10_to_5000_characters check (
    length(principais_desafios) <= 5000
    and length(trim(principais_desafios, char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194,
      8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279))) >= 10
  ),
  constraint cronograma_is_an_option check (cronograma in ('6meses', '1ano', '2anos', '3anos+')),
  constraint other_texts_have_at_most_5000_characters check (
    max(length(objetivos_movimento), length(orcamento_investimento), length(experiencia_anterior))
      <= 5000
  ),
  constraint utms_have_at_most_255_characters check (
    max(length(utm_source), length(utm_medium), length(utm_campaign), length(utm_content),
      length(utm_term)) <= 255
  ),
  constraint origem_timestamp_is_a_utc_time check (
    datetime(origem_timestamp) is not null and origem_timestamp glob '????-??-??T*Z'
    and origem_timestamp >= '0001'
  ),
  constraint tempo_jornada_segundos_is_a_whole_number check (
    typeof(tempo_jornada_segundos) = 'integer' and tempo_jornada_segundos between 0 and 2147483647
  ),
  constraint paginas_visitadas_is_a_whole_number check (
    typeof(paginas_visitadas) = 'integer' and paginas_visitadas between 0 and 2147483647
  )
) strict;
