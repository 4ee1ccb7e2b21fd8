import { createHash } from 'node:crypto';

/** The services on other hosts that the page may reach. */
export interface ThirdParties {
  backend: string;
  hasGtag: boolean;
  hasPixel: boolean;
  adsAccount?: string | undefined;
}

/**
 * Scripts are limited to a path, because the host also serves Tag Manager's containers, whose code anyone can write.
 * Source: https://developers.google.com/tag-platform/security/guides/csp
 */
const GOOGLE_SOURCES = {
  scripts: ['https://www.googletagmanager.com/gtag/'],
  reports: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
    'https://*.g.doubleclick.net',
    'https://*.google.com',
    'https://*.google.com.br',
    'https://pagead2.googlesyndication.com',
  ],
};

/** `signals/` configures a pixel. Source: https://developers.facebook.com/docs/meta-pixel/get-started */
const META_SOURCES = {
  scripts: [
    'https://connect.facebook.net/en_US/fbevents.js',
    'https://connect.facebook.net/signals/',
  ],
  reports: ['https://connect.facebook.net', 'https://www.facebook.com'],
};

export const findAdsAccount = (...ids: (string | null)[]): string | undefined =>
  ids.map((id) => /^AW-(\d+)/.exec(id ?? '')?.[1]).find(Boolean);

/** Hosts to which Google's scripts send conversions, by pictures and requests. */
const GOOGLE_ADS_HOSTS = [
  'https://www.googletagmanager.com',
  'https://googleads.g.doubleclick.net',
  'https://www.google.com',
  'https://google.com',
  // Google also uses the host of the visitor's country.
  'https://www.google.com.br',
  'https://pagead2.googlesyndication.com',
  'https://www.googleadservices.com',
];

/**
 * For conversions and remarketing. Scripts are limited to paths, because the hosts also serve callbacks with anyone's
 * code. Source: https://developers.google.com/tag-platform/security/guides/csp#google_ads
 */
const googleAdsSources = (account: string): Record<string, string[]> => ({
  'script-src': [
    'https://www.googletagmanager.com/gtag/',
    'https://www.googleadservices.com/pagead/conversion_async.js',
    `https://www.googleadservices.com/pagead/conversion/${account}/`,
    `https://googleads.g.doubleclick.net/pagead/viewthroughconversion/${account}/`,
    `https://www.google.com/pagead/1p-conversion/${account}/`,
    `https://pagead2.googlesyndication.com/pagead/conversion/${account}/`,
  ],
  'img-src': GOOGLE_ADS_HOSTS,
  'connect-src': GOOGLE_ADS_HOSTS,
  'frame-src': ['https://www.googletagmanager.com'],
});

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Skips data blocks such as JSON-LD. */
export const hashInlineScripts = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes = '']) => !/type="application\//.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);

/** `scriptHashes` are those of the inline scripts. */
export function buildPolicy(scriptHashes: string[], thirdParties: ThirdParties): string {
  const { backend, hasGtag, hasPixel, adsAccount } = thirdParties;
  const thirdPartyScripts = [
    ...(hasGtag ? GOOGLE_SOURCES.scripts : []),
    ...(hasPixel ? META_SOURCES.scripts : []),
  ];
  const reportHosts = [
    ...(hasGtag ? GOOGLE_SOURCES.reports : []),
    ...(hasPixel ? META_SOURCES.reports : []),
  ];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...new Set(scriptHashes), ...thirdPartyScripts],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https://i.ytimg.com', ...reportHosts],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(backend ? [backend] : []), ...reportHosts],
    'frame-src': ['https://www.youtube-nocookie.com'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  const adsSources = adsAccount ? googleAdsSources(adsAccount) : {};
  return Object.entries(directives)
    .map(
      ([name, sources]) => [name, [...new Set([...sources, ...(adsSources[name] ?? [])])]] as const,
    )
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** For static hosts (Cloudflare Pages, Netlify). */
export const renderHeadersFile = (policy: string): string => `/*
  Content-Security-Policy: ${policy}
  Strict-Transport-Security: max-age=31536000
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()

/_astro/*
  Cache-Control: public, max-age=31536000, immutable
`;
