/** The Google Ads account that content names, by its digits. */
export function adsAccount(...ids: (string | null)[]): string | undefined {
  return ids.map((id) => /^AW-(\d+)/.exec(id ?? '')?.[1]).find(Boolean);
}

/**
 * What conversions and remarketing of one account need of the Content-Security-Policy. Scripts are
 * held to their paths: the same hosts answer others' callbacks elsewhere.
 * Source: https://developers.google.com/tag-platform/security/guides/csp#google_ads
 */
export function googleAdsSources(account: string): Record<string, string[]> {
  return {
    'script-src': [
      'https://www.googletagmanager.com/gtag/',
      'https://www.googleadservices.com/pagead/conversion_async.js',
      `https://www.googleadservices.com/pagead/conversion/${account}/`,
      `https://googleads.g.doubleclick.net/pagead/viewthroughconversion/${account}/`,
      `https://www.google.com/pagead/1p-conversion/${account}/`,
      `https://pagead2.googlesyndication.com/pagead/conversion/${account}/`,
    ],
    'img-src': [
      'https://www.googletagmanager.com',
      'https://googleads.g.doubleclick.net',
      'https://www.google.com',
      'https://google.com',
      // Google pings the country's own host, each of which a policy must name.
      'https://www.google.com.br',
      'https://pagead2.googlesyndication.com',
      'https://www.googleadservices.com',
    ],
    'connect-src': [
      'https://www.googletagmanager.com',
      'https://pagead2.googlesyndication.com',
      'https://www.googleadservices.com',
      'https://googleads.g.doubleclick.net',
      'https://www.google.com',
      'https://google.com',
      'https://www.google.com.br',
    ],
    'frame-src': ['https://www.googletagmanager.com'],
  };
}
