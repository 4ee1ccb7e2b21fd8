-- Questions that content asks: answers without a column of their own, columns that content does not ask for, and the
-- e-mail address of a lead.

-- Whether a value is an application's answers: key → text, number or list of texts. PL/pgSQL keeps its plan for the
-- session, as in funil.are_clicks.
create function funil.are_answers(value jsonb) returns boolean
  language plpgsql immutable parallel safe
as $$
declare
  answer record;
  choice jsonb;
  answers integer := 0;
  bytes integer := 0;
begin
  if jsonb_typeof(value) is distinct from 'object' then
    return false;
  end if;
  for answer in select * from jsonb_each(value) loop
    answers := answers + 1;
    bytes := bytes + octet_length(answer.key);
    if answers > 40 or answer.key !~ '^[a-z][a-z0-9_]{0,39}$' or answer.key in (
      'id', 'save_id', 'created_at', 'suspect', 'number', 'phone_key', 'email_key', 'respostas', 'nome', 'email',
    'whatsapp', 'instagram', 'empresa', 'cargo', 'faturamento', 'principais_desafios', 'objetivos_movimento',
    'cronograma', 'orcamento_investimento', 'experiencia_anterior', 'utm_source', 'utm_medium', 'utm_campaign',
    'utm_content', 'utm_term', 'origem_timestamp', 'tempo_jornada_segundos', 'paginas_visitadas'
    ) then
      return false;
    end if;
    case jsonb_typeof(answer.value)
      when 'string' then
        bytes := bytes + octet_length(answer.value #>> '{}');
        if char_length(answer.value #>> '{}') > 2000 then
          return false;
        end if;
      when 'number' then
        if abs((answer.value #>> '{}')::numeric) > 1.7976931348623157e308 then
          return false;
        end if;
      when 'array' then
        if jsonb_array_length(answer.value) > 40 then
          return false;
        end if;
        for choice in select jsonb_array_elements(answer.value) loop
          bytes := bytes + octet_length(choice #>> '{}');
          if jsonb_typeof(choice) <> 'string' or char_length(choice #>> '{}') > 200 then
            return false;
          end if;
        end loop;
      else
        return false;
    end case;
  end loop;
  return bytes <= 16384;
end
$$;

alter table public.applications
  -- Answers to questions without a column: key → text, number or list of texts.
  add column respostas jsonb not null default '{}',
  add constraint respostas_are_answers check (funil.are_answers(respostas)),
  -- A column is empty if content does not ask for it, or lets visitors skip it.
  drop constraint empresa_has_2_visible_characters,
  add constraint empresa_has_2_visible_characters check (empresa = '' or funil.visible_length(empresa) >= 2),
  drop constraint cargo_has_2_visible_characters,
  add constraint cargo_has_2_visible_characters check (cargo = '' or funil.visible_length(cargo) >= 2),
  drop constraint faturamento_is_an_option,
  add constraint faturamento_is_an_option check (
    faturamento in ('', 'menos-5k', '5k-10k', '10k-30k', '30k-50k')
  ),
  drop constraint principais_desafios_has_10_visible_characters,
  add constraint principais_desafios_has_10_visible_characters check (
    principais_desafios = '' or funil.visible_length(principais_desafios) >= 10
  ),
  drop constraint cronograma_is_an_option,
  add constraint cronograma_is_an_option check (cronograma in ('', '6meses', '1ano', '2anos', '3anos+'));
grant insert (respostas) on public.applications to anon;

create or replace view public.newest_applications with (security_invoker = true) as
  select distinct on (id) id, created_at, suspect, nome, email, whatsapp, instagram, empresa, cargo,
    faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento,
    experiencia_anterior, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
    origem_timestamp, tempo_jornada_segundos, paginas_visitadas, save_id, respostas
  from public.applications
  order by id, created_at desc, save_id desc;

alter table public.leads
  -- Key of the e-mail address (contract/src/person.ts), written together with phone_key.
  add column email_key text,
  -- An imported address may be anything.
  add constraint email_is_empty_or_an_address check (
    import_id is not null or email = '' or (email ~ '^[^@]+@[^@]+\.[^@]+$' and not funil.has_invisible(email))
  );
grant insert (email) on public.leads to anon;
-- Finds a person's leads.
create index leads_by_email on public.leads (email_key) where email_key is not null;
-- Writes the keys of imported addresses.
update public.leads set phone_key = null where email <> '';

-- The labels of the questions that were ever published, so that answers to removed questions stay readable.
create table funil.questions (
  key text primary key,
  label text not null,
  -- Labels of choices: JSON object of key → label.
  options jsonb not null default '{}',
  -- Place in the form; null: the published form does not ask it.
  position integer
);
alter table funil.questions enable row level security;

insert into funil.migrations (version) values (220);
