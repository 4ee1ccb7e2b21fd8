import type { EditorSchema } from '@funil/contract/page/page-editor';
import { contentFileName } from '@funil/contract/page/page-engine';
import { type FileKey, fileKeys } from '../load/content-files.ts';
import { manualSchema } from './editor-schema.ts';

const TYPE_NOUNS: Record<string, string> = {
  boolean: '`true` ou `false`',
  integer: 'número inteiro',
  number: 'número',
  string: 'texto',
  object: 'grupo',
};

const FORMAT_NOUNS: Record<string, string> = {
  uri: 'endereço com `https://`',
  email: 'e-mail',
  date: 'data entre aspas',
};

function describeList({ minItems = 0, maxItems }: EditorSchema): string {
  if (maxItems !== undefined) return `lista, ${minItems} a ${maxItems}`;
  return minItems > 0 ? `lista, ${minItems} ou mais` : 'lista';
}

function describeType(field: EditorSchema): string {
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(', ');
  if (field.const !== undefined) return `\`${field.const}\``;
  if (field.anyOf)
    return field.anyOf
      .map((option) => (option.type === 'null' ? '`null`' : describeType(option)))
      .join(' ou ');
  if (field.type === 'array') return describeList(field);
  if (field.pattern?.includes('centavos')) return 'valor em reais';
  return FORMAT_NOUNS[field.format ?? ''] ?? TYPE_NOUNS[field.type ?? ''] ?? 'texto';
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

interface FieldRow {
  readonly name: string;
  readonly field: EditorSchema;
  readonly isRequired: boolean;
}

const listChildren = (field: EditorSchema, prefix: string): FieldRow[] =>
  Object.entries(field.properties ?? {}).map(([name, child]) => ({
    name: prefix === '' ? name : `${prefix}.${name}`,
    field: child,
    isRequired: field.required?.includes(name) ?? false,
  }));

/** Returns a field and its descendants; those of list items are named `cases[].title`. */
function listDescendants(row: FieldRow): FieldRow[] {
  const { name, field } = row;
  const children = field.items ? listChildren(field.items, `${name}[]`) : listChildren(field, name);
  return [row, ...children.flatMap(listDescendants)];
}

function formatRow({ name, field, isRequired }: FieldRow): string {
  const type = isRequired ? describeType(field) : `${describeType(field)}; opcional`;
  return `| \`${name}\` | ${escapeCell(type)} | ${escapeCell(field.description ?? '')} |`;
}

function formatChapter(key: FileKey): string {
  const schema = manualSchema(key);
  return [
    `## ${contentFileName(key)}`,
    '',
    schema.description ?? '',
    '',
    '| campo | forma | o que é |',
    '| --- | --- | --- |',
    ...listChildren(schema, '').flatMap(listDescendants).map(formatRow),
  ].join('\n');
}

const introduction = `# Os campos do conteúdo

<!-- Feito por \`npm run manual\` a partir de content/schema; não edite à mão. -->

O que a página diz está nos arquivos YAML de [\`content/\`](../content), um por seção, e em \`content/images\`. Um valor errado
interrompe a construção e diz arquivo, linha e campo. No VS Code, com a extensão YAML (Red Hat), a primeira linha de cada arquivo
liga as explicações e os erros desta página enquanto você escreve.

**Textos.** Um texto que começa com \`{\`, \`[\`, \`#\`, \`@\` ou aspas, ou que contém \`: \` ou \` #\`, fica entre aspas. Salve em UTF-8.

**Valores em chaves.** \`{produto}\`, \`{email}\`, \`{mentor}\`, \`{modulos}\`, os preços (\`{preco_cheio}\`, \`{preco_a_vista}\`, \`{parcelas}\`,
\`{valor_da_parcela}\`, \`{total_parcelado}\`), os juros (\`{juros_ao_mes}\`, \`{juros_ao_ano}\`) e tudo o que estiver em \`facts\` de \`site.yaml\` valem em qualquer texto; os nomes em inglês de antes (\`{product}\`, \`{seats}\`) também. O de uma seção
deixada de fora não existe.

**Dinheiro.** Como se escreve no Brasil, sempre com os centavos: \`1.497,00\`. Ou em centavos inteiros, com a palavra: \`149700 centavos\`.
O que pode ser lido de dois jeitos (\`1.497\`, \`1497\`) é recusado com as duas leituras.

**Imagens.** Em \`content/images\`, com nome em minúsculas, sem espaços, acentos nem _: PNG, JPEG, WebP ou AVIF, do tamanho que vierem (até 60 MB e 100
milhões de pixels; em WebP, ou JPEG progressivo, 50; em AVIF, 25). A construção faz os tamanhos e formatos; o original, com os dados da câmera, não é publicado, nem a imagem que
nenhum campo cita.

**Perguntas.** As da aplicação estão em \`steps.asking\` de \`application-modal.yaml\`: mude rótulos, troque a ordem, tire ou acrescente. Só \`nome\`, \`email\` e
\`whatsapp\` ficam sempre, na primeira etapa. O formulário curto pergunta mais com \`questions\`, no fim de \`lead-dialog.yaml\`. Em qualquer dos dois, uma pergunta sua:

\`\`\`yaml
questions:
  - kind: choices      # os tipos estão na tabela de cada arquivo
    key: canais
    label: Por onde você vende?
    hint: Marque todos.
    required: false    # diga sempre: true ou false
    options:
      - key: loja
        label: Loja física
      - key: site
        label: Site
\`\`\`

\`kind\`, \`key\`, \`label\` e \`required\` não podem faltar. Que uma pergunta é opcional, só se lê com \`optional\`, como \`(opcional)\`: no formulário curto, a demonstração não o tem.
A resposta aparece no painel, nos avisos e nos arquivos pelo rótulo, também depois que a pergunta sai. Todas as respostas juntas têm até 16 mil bytes; o que passa
disso é cortado.

**Sua marca.** Troque \`brand\` e, se quiser, \`theme\` em \`site.yaml\`; tire de \`sections\` o que não usa, ou mude a ordem; ponha \`demo: false\`. O
que ainda for da demonstração é listado e recusado. Para outra pasta que não \`content/\`, defina \`CONTENT_DIR\`.`;

/** Returns docs/content.md: every field of every file with the schema's description. */
export const formatManual = (): string =>
  `${[introduction, ...fileKeys.map(formatChapter)].join('\n\n')}\n`;
