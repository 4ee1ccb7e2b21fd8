import { checkoutAddress } from '@funil/contract/checkout';
import { canonicalPhone } from '@funil/contract/person';
import type { Config } from '../../config/config.ts';
import { findPersonOrigin } from '../../leads/people/find-person.ts';
import { readSiteFacts } from '../../site/site-facts.ts';
import type { Database } from '../../store/database.ts';
import { OperatorError } from '../run/operator-error.ts';

/**
 * The checkout's address for whoever has this phone, as the page would have made it: the sale comes back
 * tied to the newest lead or application of the number.
 * @throws OperatorError when there is no such person, or no site of this release
 */
export async function checkoutLink(
  database: Database,
  config: Config,
  phone: string,
): Promise<string> {
  const site = readSiteFacts(config.site.dir);
  const { url, funnel, platform, refParameter } = site.ok
    ? site.facts.checkout
    : { url: null, funnel: null, platform: 'other' as const, refParameter: null };
  if (url === null || funnel === null) {
    throw new OperatorError('O endereço do checkout vem do site: rode npm run build antes.');
  }
  if (canonicalPhone(phone) === null) {
    throw new OperatorError(`“${phone}” não é um telefone com DDD, como 11 98765-4321.`);
  }
  const origin = await findPersonOrigin(database, phone);
  if (origin === null) throw new OperatorError('Nenhum lead nem aplicação tem esse número.');
  return checkoutAddress({ url, funnel, platform, refParameter }, origin.utms, origin.key).href;
}
