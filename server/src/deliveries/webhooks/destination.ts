import type { Endpoint } from '@funil/contract/console/deliveries';
import { Webhook } from 'standardwebhooks';
import type { Delivery, Destination, Outcome } from '../destination.ts';
import { describeFailure } from './describe-failure.ts';
import { destinationOf, type Secrets } from './endpoint.ts';
import { judgeWebhookAnswer } from './judge-answer.ts';
import type { Poster } from './post.ts';

/** Tries under way at once at one endpoint. */
export const MAX_CONNECTIONS = 48;

export interface EndpointParts {
  readonly endpoint: Pick<Endpoint, 'id' | 'url' | 'events'> & { readonly isLeaving?: boolean };
  readonly secrets: Secrets;
  readonly poster: Poster;
  /** Now, in ms since 1970. */
  readonly now: () => number;
}

/** An endpoint as a lane of deliveries, signed by Standard Webhooks (https://www.standardwebhooks.com). */
export function createEndpointDestination(parts: EndpointParts): Destination {
  const { endpoint, secrets, poster, now } = parts;
  const terms = readTerms(endpoint.url, secrets);

  async function send(
    [delivery]: readonly [Delivery, ...Delivery[]],
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (terms === null) return { result: 'failed', status: null, answer: UNUSABLE };
    const { url, sign } = terms;
    const body = writeBody(delivery);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Funil-Webhooks/1',
      ...sign(delivery.id, body, new Date(now())),
    };
    const posted = await poster.post({ url, headers, body, signal });
    if (posted.ok) return judgeWebhookAnswer(posted.answer, now());
    return { result: 'failed', status: null, answer: describeFailure(posted.error) };
  }

  return {
    name: destinationOf(endpoint.id),
    wants: (type) => endpoint.events.length === 0 || endpoint.events.includes(type),
    isPaused: endpoint.isLeaving ?? false,
    concurrency: MAX_CONNECTIONS,
    batch: 1,
    rest: 0,
    send,
  };
}

const UNUSABLE = 'O endereço ou o segredo guardado não serve: cadastre o webhook de novo.';

/** Null: somebody changed the row by hand, and one endpoint's mistake is no other's. */
function readTerms(url: string, secrets: Secrets) {
  try {
    return { url: new URL(url), sign: createSigner(secrets) };
  } catch {
    return null;
  }
}

/** The same at every try. */
function writeBody({ announcement: { type, happenedAt, data } }: Delivery): string {
  return JSON.stringify({ type, timestamp: happenedAt, data });
}

/** The headers of a message; while a secret is being changed, both sign. */
function createSigner({ secret, previous }: Secrets) {
  const current = new Webhook(secret);
  const former = previous && { webhook: new Webhook(previous.secret), until: previous.until };
  return (id: string, body: string, at: Date) => {
    const isBoth = former !== null && at.getTime() < Date.parse(former.until);
    const signers = isBoth ? [current, former.webhook] : [current];
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
    };
  };
}
