-- Leads: name and phone from the lead dialog.

-- One row per confirmed submission.
create table leads (
  id integer primary key,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  idempotency_key text unique,
  suspect text,
  nome text not null,
  telefone text not null,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Clicks on buttons before the submission: JSON list of {botao, timestamp, secao?}.
  botoes_clicados text not null,
  tempo_jornada_segundos integer not null,
  paginas_visitadas integer not null,
  origem_timestamp text not null,
  phone_key text,

  constraint idempotency_key_is_a_uuid check (
    length(idempotency_key) = 36 and idempotency_key not glob '*[^0-9a-f-]*'
  ),
  constraint suspect_is_short check (length(suspect) <= 100),
  constraint nome_has_at_most_200_characters check (length(nome) <= 200),
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

create index leads_by_phone on leads (phone_key) where phone_key is not null;
create index leads_without_key on leads (id) where phone_key is null;

-- Limits that are too slow or impossible as checks. After the insert: the table's own checks have passed then. The
-- cheap test that nearly every row passes comes first.
create trigger leads_keep_limits after insert on leads begin
  select raise(abort, 'nome_has_2_visible_characters') where not (
    new.nome glob '*[!-~]*[!-~]*' or new.nome glob (
      select '*[^' || class || ']*[^' || class || ']*' from invisible
    )
  );
  select raise(abort, 'text_has_no_nul') where instr(
    new.nome || new.telefone || new.utm_source || new.utm_medium || new.utm_campaign ||
      new.utm_content || new.utm_term,
    char(0)
  );
  select raise(abort, 'origem_timestamp_lies_between_2000_and_2099') where not (
    new.origem_timestamp >= '2000' and new.origem_timestamp < '2100' and length(new.origem_timestamp) <= 30
    -- No month is shorter than 28 days.
    and (substr(new.origem_timestamp, 9, 2) <= '28'
      or substr(new.origem_timestamp, 1, 16) = strftime('%Y-%m-%dT%H:%M', new.origem_timestamp))
  );
  -- A valid click sums to 0: -2 for the object, 1 for each required key. Any other key or value makes the sum positive.
  select raise(abort, 'botoes_clicados_are_clicks') where 0 <> (
    select sum(case key
      when 'botao' then iif(type = 'text' and length(atom) <= 120, 1, 1000)
      when 'timestamp' then iif(
        type = 'text' and length(atom) <= 30
        and atom glob '20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]*Z', 1, 1000)
      when 'secao' then iif(type = 'text' and length(atom) <= 120, 0, 1000)
      else case when key is null then 0
        when typeof(key) = 'integer' and type = 'object' then -2
        else 1000 end
      end)
    from json_tree(new.botoes_clicados)
  );
end;
