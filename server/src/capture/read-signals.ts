import {
  joinSignals,
  MIN_HUMAN_TYPING_MS,
  type RobotSignal,
} from '@funil/contract/contacts/robot-signals';
import { MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import { type CaptureTable, SUSPECT_HEADER } from '@funil/contract/protocol';
import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { limitedAddress } from '../http/address-group.ts';
import type { CaptureRow } from '../store/capture-store.ts';

/** More leads from one address are a burst; a few may come from one office. */
const MAX_LEADS_A_MINUTE = 5;
const MAX_LEAD_ADDRESSES = 10_000;

let countedMinute = 0;
const leadsByAddress = new Map<string, number>();

/** Returns the address's leads in the current minute; 0 for an unlimited address. */
function countLeads(ip: string, leads: number, now: number): number {
  const address = limitedAddress(ip);
  if (address === null) return 0;
  const current = Math.floor(now / MINUTE_MS);
  if (current !== countedMinute || leadsByAddress.size >= MAX_LEAD_ADDRESSES)
    leadsByAddress.clear();
  countedMinute = current;
  const count = (leadsByAddress.get(address) ?? 0) + leads;
  leadsByAddress.set(address, count);
  return count;
}

/** `malformed` if the header is no list of signs. */
function readPageSignals(header: string | string[] | undefined): string | null {
  if (!header) return null;
  return /^[a-z][a-z0-9_, -]{0,99}$/.test(String(header)) ? String(header) : 'malformed';
}

function findAgentSignal({ headers }: FastifyRequest): RobotSignal | null {
  if (isbot(headers['user-agent'])) return 'robot';
  // Whatever their privacy settings, browsers send these headers.
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
    isSubmission && countLeads(request.ip, rows.length, Date.now()) > MAX_LEADS_A_MINUTE
      ? 'same-address'
      : null,
  );
}

/** Without scripts, a form has only headers and the trap field. */
export const readFormSignals = (request: FastifyRequest, isTrapped: boolean) =>
  joinSignals(
    isTrapped ? 'honeypot' : null,
    findAgentSignal(request),
    countLeads(request.ip, 1, Date.now()) > MAX_LEADS_A_MINUTE ? 'same-address' : null,
  );
