-- Limits that page, server and database hold alike; contract/ is their other place. As triggers: a
-- check would need the tables made anew, and rows that were there before must stay as they are.
-- A table that is made anew loses its triggers: whoever does so writes them again. After the insert, for
-- then the tables' own checks have passed; what is nearly always so is asked first.

-- What shows nothing, as a class for glob: spaces, controls, zero width, soft hyphen, directions,
-- fillers, variation selectors. The list is contract/src/characters.ts's; 45 is the range's hyphen.
create table invisible (
  class text not null
) strict;
insert into invisible (class) values (
  char(1, 45, 32, 127, 45, 160, 173, 847, 1564, 4447, 45, 4448, 5760, 6068, 45, 6069, 6155, 45,
    6159, 8192, 45, 8207, 8232, 45, 8239, 8287, 45, 8303, 10240, 12288, 12644, 65024, 45, 65039,
    65279, 65440, 65520, 45, 65531, 113824, 45, 113827, 119155, 45, 119162, 917504, 45, 921599)
);

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
  -- Each click is worth nothing with both words that it must have, and too much with any other.
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

create trigger applications_keep_limits after insert on applications begin
  select raise(abort, 'nome_has_2_visible_characters') where not (
    new.nome glob '*[!-~]*[!-~]*' or new.nome glob (
      select '*[^' || class || ']*[^' || class || ']*' from invisible
    )
  );
  select raise(abort, 'email_is_all_visible')
    where new.email glob '*[^!-~]*' and new.email glob (select '*[' || class || ']*' from invisible);
  select raise(abort, 'instagram_is_all_visible')
    where new.instagram glob '*[^!-~]*' and new.instagram glob (select '*[' || class || ']*' from invisible);
  select raise(abort, 'empresa_has_2_visible_characters') where not (
    new.empresa glob '*[!-~]*[!-~]*' or new.empresa glob (
      select '*[^' || class || ']*[^' || class || ']*' from invisible
    )
  );
  select raise(abort, 'cargo_has_2_visible_characters') where not (
    new.cargo glob '*[!-~]*[!-~]*' or new.cargo glob (
      select '*[^' || class || ']*[^' || class || ']*' from invisible
    )
  );
  select raise(abort, 'principais_desafios_has_10_visible_characters') where not (
    new.principais_desafios glob '*[!-~]????????*[!-~]*' or new.principais_desafios glob (
      select '*[^' || class || ']????????*[^' || class || ']*' from invisible
    )
  );
  select raise(abort, 'text_has_no_nul') where instr(
    new.nome || new.email || new.whatsapp || new.instagram || new.empresa || new.cargo ||
      new.principais_desafios || new.objetivos_movimento || new.orcamento_investimento ||
      new.experiencia_anterior || new.utm_source || new.utm_medium || new.utm_campaign ||
      new.utm_content || new.utm_term,
    char(0)
  );
  select raise(abort, 'origem_timestamp_lies_between_2000_and_2099') where not (
    new.origem_timestamp >= '2000' and new.origem_timestamp < '2100' and length(new.origem_timestamp) <= 30
    -- No month is shorter than 28 days.
    and (substr(new.origem_timestamp, 9, 2) <= '28'
      or substr(new.origem_timestamp, 1, 16) = strftime('%Y-%m-%dT%H:%M', new.origem_timestamp))
  );
end;

create trigger application_drafts_keep_limits after insert on application_drafts begin
  select raise(abort, 'nome_has_2_visible_characters') where not (
    new.nome glob '*[!-~]*[!-~]*' or new.nome glob (
      select '*[^' || class || ']*[^' || class || ']*' from invisible
    )
  );
  select raise(abort, 'email_is_all_visible')
    where new.email glob '*[^!-~]*' and new.email glob (select '*[' || class || ']*' from invisible);
  select raise(abort, 'instagram_is_all_visible')
    where new.instagram glob '*[^!-~]*' and new.instagram glob (select '*[' || class || ']*' from invisible);
  select raise(abort, 'text_has_no_nul') where instr(
    new.nome || new.email || new.whatsapp || new.instagram,
    char(0)
  );
end;

-- Known events have what the report reads of them; contract/ also refuses what they should not have.
create trigger jornada_keeps_limits after insert on jornada begin
  select raise(abort, 'text_has_no_nul') where instr(
    new.utm_source || new.utm_medium || new.utm_campaign || new.utm_content || new.utm_term,
    char(0)
  );
  select raise(abort, 'occurred_at_lies_between_2000_and_2099') where not (
    new.occurred_at >= '2000' and new.occurred_at < '2100' and length(new.occurred_at) <= 30
    -- No month is shorter than 28 days.
    and (substr(new.occurred_at, 9, 2) <= '28'
      or substr(new.occurred_at, 1, 16) = strftime('%Y-%m-%dT%H:%M', new.occurred_at))
  );
  -- Only where the payload is long, nested or has a number of 16 digits or an exponent.
  select raise(abort, 'payload_is_flat_and_its_words_short')
    where (length(new.payload) > 500 or new.payload glob '{*[[{]*' or new.payload glob '*[0-9][eE]*'
      or new.payload glob '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*')
    and exists (
      select 1 from json_each(new.payload)
      where case type when 'text' then length(value) > 500
        when 'object' then true
        when 'array' then not (new.name = 'purchase' and key = 'items')
        when 'integer' then abs(value) > 1e15
        when 'real' then abs(value) > 1e15
        else false end
    );
  select raise(abort, 'payload_is_what_its_event_says')
    where not coalesce(case
      when new.name in ('click', 'cta_click') then json_type(new.payload, '$.button_name') = 'text'
      when new.name = 'page_view' then json_type(new.payload, '$.page_title') = 'text'
        and json_type(new.payload, '$.page_location') = 'text'
      when new.name = 'section_view' then json_type(new.payload, '$.time_in_view_ms') = 'integer'
        and new.payload ->> 'time_in_view_ms' between 0 and 86400000
      when new.name = 'scroll_depth' then new.payload -> 'percent' in ('25', '50', '75', '100')
      when new.name in ('video_start', 'video_play')
        then json_type(new.payload, '$.title') = 'text'
      when new.name in ('form_start', 'form_complete', 'form_abandon')
        then new.payload ->> 'form' in ('lead', 'aplicacao')
        and coalesce(new.payload -> 'step', '0') in ('0', '1', '2', '3', '4', '5')
        and coalesce(json_type(new.payload, '$.field'), 'text') = 'text'
      when new.name = 'generate_lead' then new.payload ->> 'currency' = 'BRL'
        and new.payload -> 'value' = '0'
      when new.name = 'purchase' then json_type(new.payload, '$.transaction_id') = 'text'
        and new.payload ->> 'transaction_id' <> ''
        and json_type(new.payload, '$.currency') = 'text'
        and new.payload ->> 'currency' glob '[A-Z][A-Z][A-Z]'
        and json_type(new.payload, '$.value') in ('integer', 'real')
        and new.payload ->> 'value' between 0 and 86400000
        and json_array_length(new.payload, '$.items') <= 20
        and json_type(new.payload, '$.items') = 'array'
      when new.name = 'web_vital' then new.payload ->> 'metric' in ('LCP', 'INP', 'CLS')
        and json_type(new.payload, '$.rating') = 'text'
        and json_type(new.payload, '$.value') in ('integer', 'real')
        and new.payload ->> 'value' between 0 and 86400000
      else true end, false);
end;
