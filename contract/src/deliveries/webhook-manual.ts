import * as z from 'zod/mini';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events.ts';
import { WEBHOOK_EXAMPLES } from './webhook-examples.ts';
import { PAYLOAD_SCHEMAS } from './webhook-payloads.ts';

interface SchemaField {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaField>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly SchemaField[];
}

const messageSchemaOf = (type: WebhookEvent) =>
  z
    .object({
      type: z.literal(type).check(z.describe('O que aconteceu.')),
      timestamp: z.iso.datetime().check(z.describe('Quando aconteceu (UTC).')),
      data: PAYLOAD_SCHEMAS[type],
    })
    .check(z.meta({ title: type, examples: [WEBHOOK_EXAMPLES[type]] }));

const toJsonSchema = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, {
    // Describes the input, in which unknown fields are allowed, because receivers must accept them.
    io: 'input',
    override({ jsonSchema }) {
      // The manual omits the pattern, which is a page long, because the format says the same.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });

export const formatWebhookSchema = (): string =>
  `${JSON.stringify(toJsonSchema(z.union(WEBHOOK_EVENTS.map(messageSchemaOf))), null, 2)}\n`;

const typesByPayload = [...Map.groupBy(WEBHOOK_EVENTS, (type) => PAYLOAD_SCHEMAS[type]).values()];

const TYPE_NOUNS: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'número inteiro',
  boolean: '`true` ou `false`',
  null: '`null`',
  object: 'objeto',
  array: 'lista',
};

function describeType({ anyOf, const: literal, format, type }: SchemaField): string {
  if (anyOf) return anyOf.map(describeType).join(' ou ');
  if (literal !== undefined) return `\`${literal}\``;
  if (format === 'date-time') return 'horário ISO';
  return [type ?? 'string']
    .flat()
    .map((word) => TYPE_NOUNS[word])
    .join(' ou ');
}

function formatChapter(types: readonly WebhookEvent[]): string {
  const [firstType] = types;
  if (firstType === undefined) return '';
  const schema: SchemaField = JSON.parse(JSON.stringify(toJsonSchema(PAYLOAD_SCHEMAS[firstType])));
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const typeText = schema.required?.includes(name)
      ? describeType(field)
      : `${describeType(field)}; opcional`;
    return `| \`${name}\` | ${typeText} | ${field.description ?? ''} |`;
  });
  return [
    `## ${types.map((type) => `\`${type}\``).join(', ')}`,
    '',
    '| campo de `data` | forma | o que é |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '```json',
    JSON.stringify(WEBHOOK_EXAMPLES[firstType], null, 2),
    '```',
  ].join('\n');
}

const MANUAL_INTRODUCTION = `# Os campos dos webhooks

<!-- Feito por \`npm run manual\` a partir de contract/src/deliveries/webhook-payloads.ts; não edite à mão. -->

Todo aviso é um JSON com \`type\`, \`timestamp\` (quando aconteceu, em UTC) e \`data\`, cujos campos estão abaixo. Os de exemplo têm
\`data.test: true\`. O mesmo, para máquinas: [eventos.schema.json](eventos.schema.json). Como receber: [webhooks.md](../webhooks.md).

**Versão.** \`data.version\` é 1. Enquanto for, campos e tipos de evento só se acrescentam; nenhum muda de nome, de sentido ou some. Quem
recebe deixa passar o que não conhece.`;

/** Returns docs/webhooks/campos.md: every field of every event with its description. */
export const formatWebhookFields = (): string =>
  `${[MANUAL_INTRODUCTION, ...typesByPayload.map(formatChapter)].join('\n\n')}\n`;
