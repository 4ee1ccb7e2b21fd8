-- Message templates, requests under the data protection law (LGPD), and people whose erasure runs. No API exposes these tables.

-- Texts that open a conversation on WhatsApp.
create table templates (
  id integer primary key autoincrement,
  name text not null,
  text text not null,
  purpose text not null,
  version integer not null default 1,

  constraint purpose_is_known check (
    purpose in (
      'lead', 'application', 'approved', 'refused', 'abandoned', 'pending', 'cart', 'buyer', 'refund'
    )
  )
) strict;
insert into templates (name, text, purpose) values
  ('Primeira conversa', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Vi que você deixou seu contato com a gente. Posso tirar alguma dúvida para te ajudar a decidir?', 'lead'),
  ('Recebemos sua aplicação', 'Oi, {primeiro_nome}! Recebemos sua aplicação para a mentoria da {produto}. Vamos ler com calma e te responder em até {prazo}. Se quiser acrescentar algo, é só mandar por aqui.', 'application'),
  ('Aplicação aprovada', '{primeiro_nome}, boa notícia: sua aplicação para a mentoria da {produto} foi aprovada! Podemos marcar uma conversa para combinar os próximos passos? Que dia e horário ficam bons para você?', 'approved'),
  ('Aplicação não aprovada', 'Oi, {primeiro_nome}. Agradeço por contar sua história na aplicação para a mentoria da {produto}. Neste momento ela não é o melhor passo para você, porque {motivo}. Se fizer sentido, posso te indicar por onde começar.', 'refused'),
  ('Aplicação pela metade', 'Oi, {primeiro_nome}! Vi que você começou sua aplicação para a mentoria da {produto} e não chegou ao fim. Aconteceu algum problema? Se quiser, te ajudo a terminar por aqui.', 'abandoned'),
  ('Pagamento pendente', 'Oi, {primeiro_nome}! Para o seu pedido de {compra}, só falta o pagamento. Para concluir, é só usar este link: {link}' || char(10) || 'Copia e cola: {copia_e_cola}', 'pending'),
  ('Carrinho abandonado', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Vi que você chegou até o pagamento e não concluiu. Ficou alguma dúvida, ou algo deu errado? Se quiser continuar, é por aqui: {link}', 'cart'),
  ('Boas-vindas', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Seu pagamento foi confirmado: boas-vindas! O acesso chega no seu e-mail. Se não encontrar, me chama por aqui que eu te ajudo.', 'buyer'),
  ('Depois do reembolso', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Seu reembolso foi registrado. Posso te perguntar o que faltou? Sua resposta nos ajuda a melhorar.', 'refund');

-- Requests of persons under the LGPD, and the date by which each must be answered. A request is kept after its contact
-- is erased: kind, dates and a hash prove it.
create table lgpd_requests (
  id integer primary key autoincrement,
  kind text not null,
  contact text not null,
  note text not null default '',
  received_at text not null,
  due_at text not null,
  done_at text,
  done_by text,
  version integer not null default 1,
  contact_sha256 text,
  erased_at text,

  constraint kind_is_known check (kind in ('access', 'erasure', 'correction', 'objection', 'other'))
) strict;

-- Contacts of people whose erasure runs, as keyed hashes: a notice or a file that is read meanwhile does not bring them back.
create table erasing_people (
  digest text primary key,
  secret text not null,
  until text not null
) strict, without rowid;
