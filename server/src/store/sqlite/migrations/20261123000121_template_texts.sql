-- `{produto}` is the page's product in every text, and `{compra}` what the person buys. Only texts that nobody has edited change.
update templates
  set text = replace(text, 'Seu pedido de {produto} está', 'Seu pedido de {compra} está'), version = version + 1
  where purpose = 'pending' and text = 'Oi, {primeiro_nome}! Seu pedido de {produto} está reservado, só falta o pagamento. Se o Pix ou o boleto venceu, é só usar este link: {link}';
update templates
  set text = 'Oi, {primeiro_nome}. Agradeço por contar sua história na aplicação para a mentoria da {produto}. Neste momento ela não é o melhor passo para você, porque {motivo}. Se fizer sentido, posso te indicar por onde começar.', version = version + 1
  where purpose = 'refused' and text = 'Oi, {primeiro_nome}. Obrigado por contar sua história na aplicação para a mentoria da {produto}. Neste momento entendemos que ela não é o melhor passo para você. Se fizer sentido, posso te indicar por onde começar.';
