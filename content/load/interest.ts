/**
 * The interest, in percent a month, at which equal instalments, the first a month after the purchase,
 * are worth the price in cash. Source: CDC, art. 52 (Lei 8.078/1990), which has it told.
 * @param cash the price, in centavos
 * @param count how many instalments
 * @param instalment each, in centavos
 */
export function monthlyInterest(cash: number, count: number, instalment: number): number {
  if (instalment * count <= cash) return 0;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const rate = (low + high) / 2;
    const worth = (instalment * (1 - (1 + rate) ** -count)) / rate;
    if (worth > cash) low = rate;
    else high = rate;
  }
  return low * 100;
}

/** The same a year, interest upon interest, in percent. */
export const yearlyInterest = (monthly: number): number => ((1 + monthly / 100) ** 12 - 1) * 100;
