import type { PlatformName } from '@funil/contract/platforms';
import type { Utms } from '@funil/contract/utm';
import type { Method, Step, StepKind } from './course.ts';

/** A sale as the simulation means it; its platform's writer makes notices of it. */
export interface PlannedSale {
  readonly platform: PlatformName;
  /** What all its notices share. */
  readonly saleKey: string;
  /** The transaction that is shown once it was paid; until then it is the key. */
  readonly paidTransaction: string;
  /** Digits and letters of its own, for what else a platform names. */
  readonly uuid: string;
  readonly number: number;
  readonly product: { readonly id: string; readonly name: string };
  readonly valueCents: number;
  readonly method: Method;
  readonly buyer: {
    readonly name: string;
    readonly email: string;
    /** Area code and number, without country. */
    readonly phone: string;
  };
  readonly utms: Utms;
  /** Ms since the epoch, in the platform's unit. */
  readonly createdAt: number;
}

/** One notice that a platform is to write. */
export interface PlannedNotice {
  readonly sale: PlannedSale;
  readonly kind: StepKind;
  /** When that happened, and was written: ms since the epoch. */
  readonly at: number;
  /** When it had been paid by then. */
  readonly paidAt: number | null;
  /** 32 hexadecimal digits; null: the reference was lost on its way. */
  readonly reference: string | null;
  /** A UUID: the notice's own, the same when it is repeated. */
  readonly id: string;
}

/** How a reference can fare between page and notice. */
export type ReferenceFate = 'kept' | 'lost' | 'lost until paid';

/** A sale's notices; what a checkout never tells (`steps` left out by who calls) is not among them. */
export function planNotices(
  sale: PlannedSale,
  steps: readonly Step[],
  { reference, fate, makeId }: { reference: string | null; fate: ReferenceFate; makeId(): string },
): PlannedNotice[] {
  let paidAt: number | null = null;
  return steps.map(({ kind, at }) => {
    if (kind === 'paid') paidAt = at;
    const isKept = fate === 'kept' || (fate === 'lost until paid' && paidAt !== null);
    return { sale, kind, at, paidAt, reference: isKept ? reference : null, id: makeId() };
  });
}
