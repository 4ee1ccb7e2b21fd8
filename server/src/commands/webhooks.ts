import { runActions } from './run/command.ts';
import { add } from './webhooks/add.ts';
import { list } from './webhooks/list.ts';
import { log } from './webhooks/log.ts';
import { remove } from './webhooks/remove.ts';
import { replay } from './webhooks/replay.ts';
import { rotate } from './webhooks/rotate.ts';
import { test } from './webhooks/test.ts';

await runActions({
  name: 'webhooks',
  summary: 'Avisa outros sistemas (n8n, Make, um CRM) do que acontece aqui: docs/webhooks.md.',
  actions: { add, list, remove, rotate, test, log, replay },
  examples: [
    'npm run webhooks -- add https://exemplo.com/webhook',
    'npm run webhooks -- add https://exemplo.com/webhook --events lead.created,sale.paid',
    'npm run webhooks -- test ID',
    'npm run webhooks -- replay ID --desde 2026-03-01',
  ],
});
