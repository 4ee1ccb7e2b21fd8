-- Limits that page, server and database hold alike; contract/ is their other place. Rows that were
-- there before stay as they are: `not valid` judges new rows alone.

-- What shows nothing, as a regular expression's class: spaces, controls, zero width, soft hyphen,
-- directions, fillers, variation selectors. The list is contract/src/characters.ts's.
create function funil.invisible() returns text
  language sql immutable parallel safe
  return U&'\0001-\0020\007F-\00A0\00AD\034F\061C\115F-\1160\1680\17B4-\17B5\180B-\180F\2000-\200F\2028-\202F\205F-\206F\2800\3000\3164\FE00-\FE0F\FEFF\FFA0\FFF0-\FFFB\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF';

-- How many characters there are from the first that can be seen to the last.
create function funil.visible_length(value text) returns integer
  language sql immutable strict parallel safe
  return char_length(coalesce(substring(
    value from '[^' || funil.invisible() || '](?:.*[^' || funil.invisible() || '])?'
  ), ''));

create function funil.has_invisible(value text) returns boolean
  language sql immutable strict parallel safe
  return value ~ ('[' || funil.invisible() || ']');

-- One click of a lead's journey: {botao, timestamp, secao?} and nothing besides.
create function funil.is_click(value jsonb) returns boolean
  language sql immutable parallel safe
  return case jsonb_typeof(value) when 'object' then
    coalesce(jsonb_typeof(value -> 'botao') = 'string', false)
    and char_length(value ->> 'botao') <= 120
    and coalesce(jsonb_typeof(value -> 'timestamp') = 'string', false)
    and char_length(value ->> 'timestamp') <= 30
    and (value ->> 'timestamp') ~ '^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-5]\d(\.\d+)?)?Z$'
    and coalesce(jsonb_typeof(value -> 'secao') = 'string', not value ? 'secao')
    and coalesce(char_length(value ->> 'secao') <= 120, true)
    and value - array['botao', 'timestamp', 'secao'] = '{}'
  else false end;

create function funil.are_clicks(value jsonb) returns boolean
  language sql immutable parallel safe
  return case jsonb_typeof(value) when 'array' then not exists (
    select from jsonb_array_elements(value) as click where not funil.is_click(click)
  ) else false end;

alter table public.leads
  add constraint nome_has_2_visible_characters check (funil.visible_length(nome) >= 2) not valid,
  add constraint botoes_clicados_are_clicks check (funil.are_clicks(botoes_clicados)) not valid,
  -- Infinity is a moment to PostgreSQL, too.
  add constraint origem_timestamp_lies_between_2000_and_2099 check (
    origem_timestamp >= '2000-01-01T00:00:00Z' and origem_timestamp < '2100-01-01T00:00:00Z'
  ) not valid;

alter table public.applications
  add constraint nome_has_2_visible_characters check (funil.visible_length(nome) >= 2) not valid,
  add constraint email_is_all_visible check (not funil.has_invisible(email)) not valid,
  add constraint instagram_is_all_visible check (not funil.has_invisible(instagram)) not valid,
  add constraint empresa_has_2_visible_characters check (funil.visible_length(empresa) >= 2) not valid,
  add constraint cargo_has_2_visible_characters check (funil.visible_length(cargo) >= 2) not valid,
  add constraint principais_desafios_has_10_visible_characters check (
    funil.visible_length(principais_desafios) >= 10
  ) not valid,
  add constraint origem_timestamp_lies_between_2000_and_2099 check (
    origem_timestamp >= '2000-01-01T00:00:00Z' and origem_timestamp < '2100-01-01T00:00:00Z'
  ) not valid;

alter table public.application_drafts
  add constraint nome_has_2_visible_characters check (funil.visible_length(nome) >= 2) not valid,
  add constraint email_is_all_visible check (not funil.has_invisible(email)) not valid,
  add constraint instagram_is_all_visible check (not funil.has_invisible(instagram)) not valid;

-- Known events have what the report reads of them; contract/ also refuses what they should not have.
create function funil.is_payload(name text, payload jsonb) returns boolean
  language sql immutable parallel safe
  return case
    when name in ('click', 'cta_click') then payload @@ '$.button_name.type() == "string"'
    when name = 'page_view' then payload
      @@ '$.page_title.type() == "string" && $.page_location.type() == "string"'
    when name = 'section_view' then payload @@ '$.time_in_view_ms.type() == "number"
      && $.time_in_view_ms >= 0 && $.time_in_view_ms <= 86400000
      && $.time_in_view_ms.floor() == $.time_in_view_ms'
    when name = 'scroll_depth' then payload -> 'percent' in ('25', '50', '75', '100')
    when name in ('video_start', 'video_play') then payload @@ '$.title.type() == "string"'
    when name in ('form_start', 'form_complete', 'form_abandon') then payload
      @@ '($.form == "lead" || $.form == "aplicacao") && (!exists($.field) || $.field.type() == "string")
        && (!exists($.step) || $.step == 0 || $.step == 1 || $.step == 2 || $.step == 3
          || $.step == 4 || $.step == 5)'
    when name = 'generate_lead' then payload @@ '$.currency == "BRL" && $.value == 0'
    when name = 'purchase' then payload @@ '$.transaction_id.type() == "string"
      && $.transaction_id != "" && $.currency like_regex "^[A-Z]{3}$"
      && $.value.type() == "number" && $.value >= 0 && $.value <= 86400000
      && $.items.type() == "array" && $.items.size() <= 20'
    when name = 'web_vital' then payload
      @@ '($.metric == "LCP" || $.metric == "INP" || $.metric == "CLS") && $.rating.type() == "string"
        && $.value.type() == "number" && $.value >= 0 && $.value <= 86400000'
    else true end;

alter table public.jornada
  add constraint occurred_at_lies_between_2000_and_2099 check (
    occurred_at >= '2000-01-01T00:00:00Z' and occurred_at < '2100-01-01T00:00:00Z'
  ) not valid,
  add constraint payload_is_what_its_event_says check (funil.is_payload(name, payload) is true) not valid,
  add constraint payload_is_flat_and_its_words_short check (
    not jsonb_path_exists(
      case when name = 'purchase' then payload - 'items' else payload end,
      'strict $.* ? (@.type() == "object" || @.type() == "array"
        || @.type() == "string" && @ like_regex "^.{250}.{251}" flag "s"
        || @.type() == "number" && (@ > 1e15 || @ < -1e15))', '{}', true)
  ) not valid;

insert into funil.migrations (version) values (9);
