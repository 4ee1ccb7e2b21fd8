import type { PlatformName } from '@funil/contract/platforms';
import type { Postback } from '../../sales/platforms/platform.ts';
import type { PlannedNotice } from '../sale/planned.ts';
import { writeEduzz } from './eduzz.ts';
import { writeHotmart } from './hotmart.ts';
import { writeHubla } from './hubla.ts';
import { writeKiwify } from './kiwify.ts';
import { writeMonetizze } from './monetizze.ts';
import { writeTicto } from './ticto.ts';
import { writeTmb } from './tmb.ts';

type Writer = (notice: PlannedNotice, secret: string) => Postback;

const WRITERS: Readonly<Record<PlatformName, Writer>> = {
  hotmart: writeHotmart,
  kiwify: writeKiwify,
  eduzz: writeEduzz,
  hubla: writeHubla,
  ticto: writeTicto,
  tmb: writeTmb,
  monetizze: writeMonetizze,
};

/** A notice as its platform would send it: its shape, its bytes, its proof. */
export const writeNotice: Writer = (notice, secret) =>
  WRITERS[notice.sale.platform](notice, secret);
