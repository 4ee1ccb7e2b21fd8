import type { Content } from '@funil/content/schema/content';

/** Absolute URLs of pictures. */
export interface StructuredPictures {
  logo: string;
  portrait: string | undefined;
}

type Thing = Record<string, unknown>;

const withoutEmphasis = (title: string) => title.replaceAll('**', '');

type Offer = NonNullable<Content['offer']>;

function describeReturns({ facts }: Content['site']): Thing {
  if (facts.guaranteeDays === undefined) return {};
  return {
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'BR',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: facts.guaranteeDays,
    },
  };
}

const describePrice = (site: Content['site'], { price }: Offer): Thing => ({
  '@type': 'Offer',
  category: 'Paid',
  price: (price.cash / 100).toFixed(2),
  priceCurrency: 'BRL',
  availability: 'https://schema.org/InStock',
  url: `${site.url}/`,
  ...describeReturns(site),
});

function describeCourse({ site, founder }: Content): Thing {
  const { intensiveWeeks } = site.facts;
  return {
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(intensiveWeeks && {
        courseSchedule: {
          '@type': 'Schedule',
          repeatFrequency: 'Weekly',
          repeatCount: intensiveWeeks,
        },
      }),
      ...(founder && { instructor: { '@id': `${site.url}/#fundador` } }),
    },
  };
}

const OFFER_TYPES = {
  course: { type: 'Course', anchor: 'curso', seller: 'provider' },
  product: { type: 'Product', anchor: 'produto', seller: 'brand' },
  service: { type: 'Service', anchor: 'servico', seller: 'provider' },
} as const;

function describeOffer(content: Content, offer: Offer): Thing {
  const { site } = content;
  const { type, anchor, seller } = OFFER_TYPES[offer.kind];
  return {
    '@type': type,
    '@id': `${site.url}/#${anchor}`,
    name: offer.receipt.title,
    description: site.description,
    ...(offer.kind === 'course' && { inLanguage: site.locale }),
    [seller]: { '@id': `${site.url}/#organizacao` },
    offers: describePrice(site, offer),
    ...(offer.kind === 'course' && describeCourse(content)),
  };
}

function describeFounder({ site, founder }: Content, { portrait }: StructuredPictures): Thing[] {
  if (!founder) return [];
  return [
    {
      '@type': 'Person',
      '@id': `${site.url}/#fundador`,
      name: founder.name,
      image: portrait,
      url: `${site.url}/#fundador`,
      worksFor: { '@id': `${site.url}/#organizacao` },
      ...founder.person,
    },
  ];
}

/**
 * Returns a schema.org graph. The graph has no questions and videos, because search engines no longer show questions
 * of sellers' pages, and show a video only for a page that is about it.
 */
export function structuredData(content: Content, pictures: StructuredPictures): Thing {
  const { site, founder, hero, offer } = content;
  const organization = `${site.url}/#organizacao`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: site.product,
        url: `${site.url}/`,
        logo: pictures.logo,
        email: site.contact.email,
        slogan: withoutEmphasis(hero.title),
        ...(founder && { founder: { '@id': `${site.url}/#fundador` } }),
        sameAs: site.organization.sameAs,
      },
      {
        '@type': 'WebSite',
        name: site.product,
        url: `${site.url}/`,
        inLanguage: site.locale,
        publisher: { '@id': organization },
      },
      ...describeFounder(content, pictures),
      ...(offer ? [describeOffer(content, offer)] : []),
    ],
  };
}

/** Returns JSON without `<`, so that it cannot end the script element around it. */
export const asScriptText = (data: Thing): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c');
