import type { EventPayloads } from '@funil/contract/visits/event';
import { MAX_PAYLOAD_NUMBER } from '@funil/contract/visits/tracked-events';
import { localRecords } from '../../visitor/storage.ts';
import { track } from '../track.ts';

const PURCHASES_STORAGE_KEY = 'purchase_transactions';
const PURCHASE_PARAMETERS = ['transaction_id', 'value', 'currency'];
const MAX_STORED_PURCHASES = 50;
const MAX_ID_LENGTH = 100;

type Purchase = Omit<EventPayloads['purchase'], 'items'>;

/** Reads an amount as checkouts write it: `1497.00`, `1497,00`, `1.497,00` or `1,497.00`. */
function readAmount(text: string): number {
  const isCommaDecimal = text.lastIndexOf(',') > text.lastIndexOf('.');
  return Number(
    isCommaDecimal ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', ''),
  );
}

export function readPurchase(query: URLSearchParams): Purchase | undefined {
  const transaction_id = query.get('transaction_id')?.trim().slice(0, MAX_ID_LENGTH);
  const amount = query.get('value')?.trim();
  // A checkout that does not know a placeholder such as `{{order.id}}` would give all sales one id.
  if (!transaction_id || /[{}[\]]/.test(transaction_id) || !amount) return undefined;
  const value = readAmount(amount);
  if (!Number.isFinite(value) || value < 0 || value > MAX_PAYLOAD_NUMBER) return undefined;
  const currency = query.get('currency')?.trim().toUpperCase() ?? '';
  return { transaction_id, value, currency: /^[A-Z]{3}$/.test(currency) ? currency : 'BRL' };
}

function recordFirstReport(id: string): boolean {
  const reportedIds = [localRecords.read(PURCHASES_STORAGE_KEY) ?? []].flat();
  if (reportedIds.includes(id)) return false;
  localRecords.write(PURCHASES_STORAGE_KEY, [...reportedIds, id].slice(-MAX_STORED_PURCHASES));
  return true;
}

/** Reports the purchase with which a checkout sends the buyer back, once, and removes it from the URL. */
export function watchPurchase(): void {
  const address = new URL(window.location.href);
  const purchase = readPurchase(address.searchParams);
  if (!address.searchParams.has('transaction_id')) return;
  for (const name of PURCHASE_PARAMETERS) address.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', address);
  if (!purchase || !recordFirstReport(purchase.transaction_id)) return;
  const item_name = document.querySelector<HTMLElement>('[data-product]')?.dataset.product ?? '';
  const items = [{ item_name, price: purchase.value, quantity: 1 }];
  track('purchase', { ...purchase, items });
}
