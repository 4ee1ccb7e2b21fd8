-- Questions that content asks: answers without a column of their own, columns that content does not ask for, and the
-- e-mail address of a lead.

-- Checks cannot be changed: the table is made anew, with the same row numbers.
create table asked_applications (
  save_id text not null primary key default (lower(
    hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
    || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-'
    || hex(randomblob(6))
  )),
  id text not null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  suspect text,
  nome text not null,
  email text not null,
  whatsapp text not null,
  instagram text not null,
  empresa text not null,
  cargo text not null,
  faturamento text not null,
  principais_desafios text not null,
  objetivos_movimento text not null,
  cronograma text not null,
  orcamento_investimento text not null,
  experiencia_anterior text not null,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  origem_timestamp text not null,
  tempo_jornada_segundos integer not null,
  paginas_visitadas integer not null,
  phone_key text,
  email_key text,
  -- Answers to questions without a column: key → text, number or list of texts.
  respostas text not null default '{}',

  constraint save_id_is_a_uuid check (length(save_id) = 36 and save_id not glob '*[^0-9a-f-]*'),
  constraint id_is_a_uuid check (length(id) = 36 and id not glob '*[^0-9a-f-]*'),
  constraint suspect_is_short check (length(suspect) <= 100),
  constraint nome_has_at_most_200_characters check (length(nome) <= 200),
  constraint email_has_one_at_and_a_dot check (
    length(email) <= 254 and email like '_%@_%._%' and email not like '%@%@%'
  ),
  constraint whatsapp_has_10_digits_and_at_most_40_characters check (
    length(whatsapp) <= 40
    and whatsapp glob '*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*'
  ),
  -- Only contract/ checks letters beyond ASCII.
  constraint instagram_is_empty_or_a_handle check (
    length(instagram) <= 100
    and (instagram = '' or instagram glob '@*' and substr(instagram, 2)
      not glob '*[^a-zA-Z0-9._' || char(128) || '-' || char(1114111) || ']*')
  ),
  constraint empresa_has_at_most_200_characters check (length(empresa) <= 200),
  constraint cargo_has_at_most_200_characters check (length(cargo) <= 200),
  constraint faturamento_is_an_option check (
    faturamento in ('', 'menos-5k', '5k-10k', '10k-30k', '30k-50k')
  ),
  constraint principais_desafios_has_at_most_5000_characters check (length(principais_desafios) <= 5000),
  constraint cronograma_is_an_option check (cronograma in ('', '6meses', '1ano', '2anos', '3anos+')),
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
  ),
  constraint respostas_is_an_object check (
    case when json_valid(respostas) then json_type(respostas) = 'object' else false end
  )
) strict;

insert into asked_applications (
    rowid, save_id, id, created_at, suspect, nome, email, whatsapp, instagram, empresa, cargo,
    faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento, experiencia_anterior,
    utm_source, utm_medium, utm_campaign, utm_content, utm_term, origem_timestamp, tempo_jornada_segundos,
    paginas_visitadas, phone_key, email_key
  )
  select rowid, save_id, id, created_at, suspect, nome, email, whatsapp, instagram, empresa, cargo,
    faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento, experiencia_anterior,
    utm_source, utm_medium, utm_campaign, utm_content, utm_term, origem_timestamp, tempo_jornada_segundos,
    paginas_visitadas, phone_key, email_key
  from applications;
drop view newest_applications;
drop table applications;
alter table asked_applications rename to applications;

create index applications_by_id on applications (id, created_at);
create index applications_by_time on applications (created_at);
create index applications_by_phone on applications (phone_key) where phone_key is not null;
create index applications_by_email on applications (email_key) where email_key is not null;
create index applications_without_key on applications (save_id) where phone_key is null;

-- The newest row of each application: the answers that count.
create view newest_applications as
  select save_id, id, created_at, suspect, nome, email, whatsapp, instagram, empresa, cargo,
    faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento,
    experiencia_anterior, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
    origem_timestamp, tempo_jornada_segundos, paginas_visitadas, respostas
  from applications as saved
  where not exists (
    select 1 from applications as later
    where later.id = saved.id
      and (later.created_at, later.rowid) > (saved.created_at, saved.rowid)
  );

-- As before; a column is empty if content does not ask for it, or lets visitors skip it.
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
    new.empresa = '' or new.empresa glob '*[!-~]*[!-~]*' or new.empresa glob (
      select '*[^' || class || ']*[^' || class || ']*' from invisible
    )
  );
  select raise(abort, 'cargo_has_2_visible_characters') where not (
    new.cargo = '' or new.cargo glob '*[!-~]*[!-~]*' or new.cargo glob (
      select '*[^' || class || ']*[^' || class || ']*' from invisible
    )
  );
  select raise(abort, 'principais_desafios_has_10_visible_characters') where not (
    new.principais_desafios = '' or new.principais_desafios glob '*[!-~]????????*[!-~]*' or new.principais_desafios glob (
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
  select raise(abort, 'respostas_are_answers') where new.respostas <> '{}' and (
    (select count(*) > 40 from json_each(new.respostas))
    or exists (
      select 1 from json_each(new.respostas) as answer
      where answer.key not glob '[a-z]*' or answer.key glob '*[^a-z0-9_]*' or length(answer.key) > 40
        or answer.key in (
    'id', 'save_id', 'created_at', 'suspect', 'number', 'phone_key', 'email_key', 'respostas', 'nome', 'email',
    'whatsapp', 'instagram', 'empresa', 'cargo', 'faturamento', 'principais_desafios', 'objetivos_movimento',
    'cronograma', 'orcamento_investimento', 'experiencia_anterior', 'utm_source', 'utm_medium', 'utm_campaign',
    'utm_content', 'utm_term', 'origem_timestamp', 'tempo_jornada_segundos', 'paginas_visitadas'
        )
        or case answer.type
          when 'text' then length(answer.atom) > 2000
          when 'array' then json_array_length(answer.value) > 40
          when 'integer' then false
          when 'real' then abs(answer.atom) > 1.7976931348623157e308
          else true end
    )
    -- Items of a list, which have numbers as keys.
    or exists (
      select 1 from json_tree(new.respostas) as item
      where typeof(item.key) = 'integer' and (item.type <> 'text' or length(item.atom) > 200)
    )
    or 16384 < (
      select sum(length(cast(iif(part.type = 'text', part.atom, '') as blob))
        + length(cast(iif(typeof(part.key) = 'text', part.key, '') as blob)))
      from json_tree(new.respostas) as part
    )
    -- NUL and lone surrogates, which JSON must escape; an escaped backslash before them is a character.
    or replace(new.respostas, '\\', '') glob '*\u0000*'
    or replace(new.respostas, '\\', '') glob '*\u[dD][89a-fA-F]*'
  );
end;

create trigger applications_lower_progress after delete on applications
  when old.rowid > (select coalesce(max(rowid), 0) from applications)
begin
  update delivery_progress
    set last_number = min(last_number, (select coalesce(max(rowid), 0) from applications))
    where source = 'applications';
  update destinations
    set applications_after = min(applications_after, (select coalesce(max(rowid), 0) from applications));
end;
create trigger erase_contacts_of_applications after delete on applications begin
  delete from contacts where application_id = old.id;
  update contact_progress set sweep = sweep + 1;
end;

alter table leads add column email_key text;
create index leads_by_email on leads (email_key) where email_key is not null;
-- Writes the keys of imported addresses.
update leads set phone_key = null where email <> '';

drop trigger leads_keep_limits;
create trigger leads_keep_limits after insert on leads begin
  select raise(abort, 'nome_has_2_visible_characters') where not (
    new.nome glob '*[!-~]*[!-~]*' or new.nome glob (
      select '*[^' || class || ']*[^' || class || ']*' from invisible
    )
  );
  -- An imported address may be anything.
  select raise(abort, 'email_is_empty_or_an_address') where new.import_id is null and new.email <> '' and not (
    new.email like '_%@_%._%' and new.email not like '%@%@%'
    and not (
      new.email glob '*[^!-~]*' and new.email glob (select '*[' || class || ']*' from invisible)
    )
  );
  select raise(abort, 'text_has_no_nul') where instr(
    new.nome || new.telefone || coalesce(new.email, '') || new.utm_source || new.utm_medium || new.utm_campaign ||
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

-- The labels of the questions that were ever published, so that answers to removed questions stay readable.
create table questions (
  key text primary key,
  label text not null,
  -- Labels of choices: JSON object of key → label.
  options text not null default '{}',
  -- Place in the form; null: the published form does not ask it.
  position integer
) strict;
