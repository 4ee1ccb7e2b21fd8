import { expect, test } from 'vitest';
import { readFile, readSales } from './read-file.ts';

// Below a heading stand the kind, the file, and after an arrow the state, code, value, net and time read from a row.
const FILES = `
reads each invoice once, with its refund
eduzz
Fatura;Status;Método de Pagamento;Forma de Pagamento;Nº Parcelas;Moeda;Data de Criação;Data de Pagamento;Data de Reembolso;ID do Produto;Produto;Valor Inicial da Venda;Valor Total da Venda;Valor Reembolsado;Taxa Eduzz;Ganho Liquido;Cliente / Nome;Cliente / E-mail;Cliente / Fones
7001;Paga;Cartão;Cartão de Crédito;3;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;;1;Comunidade;1.097,00;1.150,00;0,00;53,29;1.043,71;Ana Souza;ana@example.com;11987654321
7001;Paga;Cartão;Cartão de Crédito;3;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;;2;Planilha;1.097,00;1.150,00;0,00;53,29;1.043,71;Ana Souza;ana@example.com;11987654321
7002;Paga;Pix;Pix;1;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;12/11/2026 10:00:00;1;Comunidade;997,00;997,00;97,00;53,29;943,71;Bia Lima;bia@example.com;21977100000
7003;Reembolsada;Pix;Pix;1;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;12/11/2026 10:00:00;1;Comunidade;997,00;997,00;997,00;53,29;0,00;Eva Reis;eva@example.com;21977100001
7004;Parcialmente reembolsada;Pix;Pix;1;BRL;10/11/2026 09:00:00;10/11/2026 09:01:00;12/11/2026 10:00:00;1;Comunidade;997,00;997,00;;53,29;943,71;Lia Reis;lia@example.com;21977100002
→ paid 7001 109700 104371 2026-11-10T12:01:00.000Z
→ 3: repeat
→ refunded 7002 99700 94371 2026-11-12T13:00:00.000Z
→ refunded 7003 99700  2026-11-12T13:00:00.000Z
→ partial_refund 7004 99700 94371 2026-11-12T13:00:00.000Z

refuses a sale without a state when the file has a column of states
vendas
Código;Data;Valor;Status
T1;01/11/2026;97,00;Aprovada
T2;01/11/2026;97,00;
→ paid T1 9700  2026-11-02T02:59:59.000Z
→ 3: Sem situação

counts a refund of Stripe on its own day
vendas
id,Created date (UTC),Amount,Amount Refunded,Currency,Refunded date (UTC),Status,Customer Email
ch_1,2026-11-01 13:00:00,97.00,97.00,brl,2026-11-05 15:00:00,Refunded,lia@example.com
→ refunded ch_1 9700  2026-11-05T15:00:00.000Z

reads the state of the payment from a shop whose orders have a state, too
vendas
Número do Pedido;E-mail;Data;Status do Pedido;Status do Pagamento;Status do Envio;Total;Nome do comprador;Nome do Produto;Valor do Produto;Meio de pagamento
1001;lia@example.com;10/01/2026 09:30:00;Aberto;Confirmado;Entregue;194.80;Lia;Kit;99.90;Pix
1001;lia@example.com;;;;;;;Livro;79.90;
1002;rui@example.com;10/01/2026 09:30:00;Aberto;Recusado;Não está embalado;71.91;Rui;Livro;79.90;Pix
→ paid 1001 19480  2026-01-10T12:30:00.000Z
→ 3: repeat
→ canceled 1002 7191  2026-01-10T12:30:00.000Z

reads WooCommerce’s file, whose columns are called as its fields
vendas
order_number,date,status,order_total,refunded_total,order_currency,payment_method,billing_first_name,billing_last_name,billing_email,billing_phone,item_name,item_quantity,item_total
1001,2026-03-01 10:20:00,completed,176.90,0.00,BRL,pix,Lia,Moreno,lia@example.com,11987650299,Kit,1,97.00
1001,2026-03-01 10:20:00,completed,176.90,0.00,BRL,pix,Lia,Moreno,lia@example.com,11987650299,Livro,1,79.90
1002,2026-03-01 10:20:00,completed,159.80,0.00,BRL,pix,Rui,Sá,rui@example.com,,Livro,2,159.80
→ paid 1001 17690  2026-03-01T13:20:00.000Z
→ 3: repeat
→ paid 1002 15980  2026-03-01T13:20:00.000Z

reads a price without the interest in the total
vendas
ID da fatura;Status da fatura;Data de criação;Nome do produto;Valor total;Valor do produto;Valor da sua comissão;Email do cliente
H1;Paga;03/11/2026 10:00;Curso;1.120,55;997,00;880,00;lia@example.com
→ paid H1 99700 88000 2026-11-03T13:00:00.000Z

refuses the money that went out of a bank account of Nubank
vendas
Data,Valor,Identificador,Descrição
01/07/2026,-50.00,63f1a2b4-0001,Transferência enviada pelo Pix - MERCADO XYZ
02/07/2026,1200.00,63f1a2b4-0002,Transferência recebida pelo Pix - EMPRESA ABC
→ 2: “-50.00” é negativo: dinheiro que saiu não é uma venda
→ paid 63f1a2b4-0002 120000  2026-07-03T02:59:59.000Z

counts a sale with a date of refund or chargeback as returned when the file has no states
vendas
Código;Data;Valor;E-mail;Data do reembolso;Data do chargeback
T1;01/11/2026 10:00;97,00;lia@example.com;05/11/2026 12:00;
T2;01/11/2026 10:00;97,00;rui@example.com;;
T3;01/11/2026 10:00;97,00;eva@example.com;;05/11/2026 12:00
→ refunded T1 9700  2026-11-05T15:00:00.000Z
→ paid T2 9700  2026-11-01T13:00:00.000Z
→ chargeback T3 9700  2026-11-05T15:00:00.000Z

joins the time to the day of payment when the file has no other date
vendas
Código;Valor;Data de pagamento;Hora
T1;97,00;03/11/2026;11:00
→ paid T1 9700  2026-11-03T14:00:00.000Z

takes a report of sales with a net as sales, although it names their buyers
vendas
Código da venda;Status da venda;Data;Nome do produto;Valor Líquido;Valor Bruto;Método de pagamento;Nome do cliente;Email;Telefone
G1;paid;03/11/2026 10:00;Curso;80,00;97,00;Pix;Lia;lia@example.com;21987650011
→ paid G1 9700 8000 2026-11-03T13:00:00.000Z

takes a report of payments as sales, although it names their buyers
vendas
ID Pagamento;Data de Compra;Produto Principal;Faturamento Bruto;Método de Pagamento;Status;Nome do Comprador;email;Telefone
G1;03/11/2026 10:00;Curso;97,00;Pix;paid;Lia;lia@example.com;21987650011
→ paid G1 9700  2026-11-03T13:00:00.000Z

refuses a further payment under the same code instead of taking it for a repeated row
vendas
Código;Parcela;Data;Valor;Status;E-mail
A1;1/3;13/10/2026 10:00;50,00;Pago;lia@example.com
A1;2/3;13/11/2026 10:00;50,00;Pago;lia@example.com
A1;1/3;13/10/2026 10:00;50,00;Pago;lia@example.com
→ paid A1 5000  2026-10-13T13:00:00.000Z
→ 3: A mesma venda já está em outra linha, com outro comprador, valor ou data
→ 4: repeat

refuses a code that another buyer has, instead of taking it for a repeated row
vendas
Código;Data;Valor;Status;E-mail
0;13/10/2026 10:00;50,00;Pago;lia@example.com
0;13/10/2026 10:00;50,00;Pago;rui@example.com
0;13/10/2026 10:00;50,00;Pago;LIA@example.com
0;13/10/2026 10:00;50,00;Pago;
→ paid 0 5000  2026-10-13T13:00:00.000Z
→ 3: A mesma venda já está em outra linha, com outro comprador, valor ou data
→ 4: repeat
→ 5: repeat

compares buyers by what both rows of a sale have
vendas
Código;Data;Valor;Status;Nome;Telefone;E-mail
A1;13/10/2026 10:00;50,00;Pago;Lia Moreno;;lia@example.com
A1;13/10/2026 10:00;50,00;Pago;Lia Moreno;;
A1;13/10/2026 10:00;50,00;Reembolsado;lia moreno;11987650299;
A1;13/10/2026 10:00;50,00;Pago;Rui Melo;;
→ paid A1 5000  2026-10-13T13:00:00.000Z
→ 3: repeat
→ refunded A1 5000  2026-10-13T13:00:00.000Z
→ 5: A mesma venda já está em outra linha, com outro comprador, valor ou data

compares no buyer with a row that has none, and takes no renewal’s refund for the sale’s
vendas
Código;Recorrência;Data;Valor;Status;E-mail
A1;1;13/10/2026 10:00;50,00;Pago;
A1;1;13/10/2026 10:00;50,00;Pago;lia@example.com
A1;2;13/11/2026 10:00;50,00;Reembolsado;lia@example.com
→ paid A1 5000  2026-10-13T13:00:00.000Z
→ 3: repeat
→ 4: A mesma venda já está em outra linha, com outro comprador, valor ou data

finds the code of a sale as Braip names it
vendas
Chave da Venda;Data;Status;Valor;Cliente
ven1;01/11/2026 10:00;Pago;97,00;Lia
→ paid ven1 9700  2026-11-01T13:00:00.000Z

reads a file with some titles of Kiwify and a price and date of its own
vendas
Id da venda;Data da venda;Status;Produto;Valor;Valor líquido;Cliente
1;01/11/2026 10:00;Pago;Curso;97,00;90,00;Lia
→ paid 1 9700 9000 2026-11-01T13:00:00.000Z

reads the price of TMB without the buyer’s interest
vendas
Pedido;Criado em;Status do Pedido;Cliente;Valor Total;Valor Principal
1;01/11/2026 10:00;Efetivado;Lia;2.400,00;1.997,00
→ paid 1 199700  2026-11-01T13:00:00.000Z
`;

const files = FILES.trim().split('\n\n');
test.each(files.map((text) => text.split('\n')))('%s', async (_title, kind, ...lines) => {
  const file = lines.filter((line) => !line.startsWith('→ ')).join('\n');
  expect((await readFile(file)).kind).toBe(kind);
  expect((await readSales(file)).map((sale) => `→ ${sale}`)).toEqual(
    lines.filter((line) => line.startsWith('→ ')),
  );
});
