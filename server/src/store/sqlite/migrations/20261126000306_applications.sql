-- Applications for the mentoring program, and drafts of them. A corrected first step, or an application sent again
-- with other answers, is a further row with the same id; the newest row counts.

-- The newest row of each application: the answers that count.
create view newest_applications as
  select save_id, id, created_at, suspect, nome, email, whatsapp, instagram, empresa, cargo,
    faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento,
    experiencia_anterior, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
    origem_timestamp, tempo_jornada_segundos, paginas_visitadas, respostas, signals
  from applications as saved
  where not exists (
    select 1 from applications as later
    where later.id = saved.id
      and (later.created_at, later.rowid) > (saved.created_at, saved.rowid)
  );

-- The newest row of each draft: the answers that count.
create view newest_application_drafts as
  select save_id, id, created_at, suspect, signals, nome, email, whatsapp, instagram
  from application_drafts as saved
  where not exists (
    select 1 from application_drafts as later
    where later.id = saved.id
      and (later.created_at, later.rowid) > (saved.created_at, saved.rowid)
  );

