/** Bytes of requests under way that browsers let outlive a page, all of them together. */
const QUOTA = 64 * 1024;

let underWay = 0;

interface Request extends RequestInit {
  body: string;
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * A fetch that goes on when the page ends, where the browser allows it: what is too large for that, or
 * refused before it left, goes as any other request does.
 */
export async function outlivingFetch(
  url: string,
  init: Request,
  request: typeof fetch = fetch,
): Promise<Response> {
  const size = new TextEncoder().encode(init.body).length;
  if (underWay + size > QUOTA) return request(url, init);
  underWay += size;
  const answer = request(url, { ...init, keepalive: true });
  try {
    // Beacons count towards the quota too, unseen by this: a browser refuses within the same turn, while
    // trouble of the network comes later and is told to the caller.
    const isRefused = await Promise.race([answer.then(() => false).catch(() => true), turn()]);
    return await (isRefused === true ? request(url, init) : answer);
  } finally {
    underWay -= size;
  }
}
