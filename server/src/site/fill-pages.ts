import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fillSeats, hasSeatsPlaceholder } from '@funil/contract/site/seats';
import type { LiveSite } from './live-site.ts';
import { makeSiteFile, type SiteFile } from './site-files.ts';

const compressBr = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The level while a visitor waits, which takes 9 ms. The build's level takes 350 ms, for 10 % less. */
const QUICK_BROTLI_LEVEL = 5;
const BUILD_BROTLI_LEVEL = 11;
/** If the number stays this long, the page is compressed again at the build's level. */
const RECOMPRESS_DELAY_MS = 2_000;

async function fillPage(page: SiteFile, seats: number | null, quality: number): Promise<SiteFile> {
  const identity = Buffer.from(fillSeats(page.bodies.identity.toString('utf8'), seats));
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [br, gz] = await Promise.all([
    page.bodies.br && compressBr(identity, { params }),
    page.bodies.gzip && compressGzip(identity),
  ]);
  return makeSiteFile(page, { identity, br, gzip: gz });
}

export interface PageFiller {
  /** Returns the file itself if it has no place for a number of seats. */
  fill(page: SiteFile): Promise<SiteFile> | SiteFile;
}

/**
 * People with a seat are counted at every request, so that all replicas show the last committed number; concurrent
 * requests share a count. While the database does not answer, the last known number stays.
 * @param countHolders null while the database does not answer
 */
export function createPageFiller(
  site: LiveSite,
  countHolders: (product: string | null) => Promise<number | null>,
): PageFiller {
  let lastRun: Promise<unknown> = Promise.resolve();
  let nextCount: Promise<number | null> | null = null;
  let knownSeats: number | null = null;
  const hasPlaceholderByPage = new WeakMap<SiteFile, boolean>();
  const filledPages = new WeakMap<SiteFile, { seats: number | null; page: Promise<SiteFile> }>();

  function hasPlaceholder(page: SiteFile): boolean {
    const { contentType, bodies } = page;
    if (!contentType.startsWith('text/html')) return false;
    const isPlaceholderFound =
      hasPlaceholderByPage.get(page) ?? hasSeatsPlaceholder(bodies.identity.toString('utf8'));
    hasPlaceholderByPage.set(page, isPlaceholderFound);
    return isPlaceholderFound;
  }

  async function countSeats(): Promise<number | null> {
    await lastRun;
    nextCount = null;
    const seats = site.current.info?.seats;
    if (!seats) return null;
    const countPromise = countHolders(seats.product);
    lastRun = countPromise;
    const holders = await countPromise;
    if (holders !== null) knownSeats = Math.max(0, seats.total - holders);
    return knownSeats;
  }

  async function fill(page: SiteFile): Promise<SiteFile> {
    nextCount ??= countSeats();
    const seats = await nextCount;
    const filled = filledPages.get(page);
    if (filled?.seats === seats) return filled.page;
    const quickPage = fillPage(page, seats, QUICK_BROTLI_LEVEL);
    filledPages.set(page, { seats, page: quickPage });
    const isNewest = () => filledPages.get(page)?.page === quickPage;
    setTimeout(async () => {
      const smallPage = isNewest() && (await fillPage(page, seats, BUILD_BROTLI_LEVEL));
      if (smallPage && isNewest())
        filledPages.set(page, { seats, page: Promise.resolve(smallPage) });
    }, RECOMPRESS_DELAY_MS).unref();
    return quickPage;
  }

  return { fill: (page) => (site.current.info?.seats && hasPlaceholder(page) ? fill(page) : page) };
}
