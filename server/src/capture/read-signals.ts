import { type CaptureTable, SUSPECT_HEADER } from '@funil/contract/capture/protocol';
import {
  joinSignals,
  MIN_HUMAN_TYPING_MS,
  type RobotSignal,
} from '@funil/contract/contacts/robot-signals';
import { SECOND_MS } from '@funil/contract/durations';
import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { publicAddressGroup } from '../http/address-group.ts';
import type { CaptureRow } from '../store/capture/capture-store.ts';
import { createAddressCounter } from './address-counter.ts';

/** More leads in a minute from one address are a burst. Fewer may come from people in one office. */
const MAX_LEADS_A_MINUTE = 5;

const leadCounter = createAddressCounter();

/** Counts the leads, and returns whether their address sends a burst; false for a private address. */
function isBurst(ip: string, leads: number): boolean {
  const address = publicAddressGroup(ip);
  return (
    address !== null && leadCounter.count(address, leads).requestsThisMinute > MAX_LEADS_A_MINUTE
  );
}

/** Returns the signs of a robot that the page sent; `malformed` if the header is no list of them. */
function readPageSignals(header: string | string[] | undefined): string | null {
  if (!header) return null;
  return /^[a-z][a-z0-9_, -]{0,99}$/.test(String(header)) ? String(header) : 'malformed';
}

function findAgentSignal({ headers }: FastifyRequest): RobotSignal | null {
  if (isbot(headers['user-agent'])) return 'robot';
  // A browser sends these headers whatever its privacy settings are.
  const language = headers['accept-language'] ?? '*';
  if (headers['user-agent'] && language !== '*') return null;
  return (headers.origin ?? headers['sec-fetch-site']) ? 'no-language' : 'not-a-browser';
}

const isHasty = ({ tempo_jornada_segundos: seconds }: CaptureRow) =>
  typeof seconds === 'number' && seconds * SECOND_MS < MIN_HUMAN_TYPING_MS;

export function readSignals(
  table: CaptureTable,
  request: FastifyRequest,
  rows: readonly CaptureRow[],
) {
  const agentSignal = findAgentSignal(request);
  if (table === 'jornada') return agentSignal;
  const isSubmission = table !== 'application_drafts';
  return joinSignals(
    readPageSignals(request.headers[SUSPECT_HEADER]),
    agentSignal,
    isSubmission && rows.some(isHasty) ? 'too-fast' : null,
    isSubmission && isBurst(request.ip, rows.length) ? 'same-address' : null,
  );
}

/** Without scripts, only the headers and the honeypot field show signs of a robot. */
export const readFormSignals = (request: FastifyRequest, isHoneypotFilled: boolean) =>
  joinSignals(
    isHoneypotFilled ? 'honeypot' : null,
    findAgentSignal(request),
    isBurst(request.ip, 1) ? 'same-address' : null,
  );
