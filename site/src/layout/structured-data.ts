import type { Content } from '@funil/content/schema/content';
import type { VideoContent } from '@funil/content/schema/video';
import { firstThumbnail } from '../video/thumbnail.ts';

/** Addresses of pictures, complete with the site's own. */
export interface StructuredPictures {
  logo: string;
  portrait: string;
}

type Thing = Record<string, unknown>;

const plain = (title: string) => title.replaceAll('**', '');

/** `4:12` as schema.org wants it: `PT4M12S`. */
export function isoDuration(duration: string): string {
  const [minutes, seconds] = duration.split(':').map(Number);
  return `PT${minutes}M${seconds}S`;
}

function describeVideo(video: VideoContent): Thing {
  const { id, title, name, role, quote, duration, published } = video;
  return {
    '@type': 'VideoObject',
    name: title,
    description: `${name}, ${role}: “${quote}”`,
    thumbnailUrl: firstThumbnail(id),
    embedUrl: `https://www.youtube-nocookie.com/embed/${id}`,
    ...(published && { uploadDate: published }),
    ...(duration && { duration: isoDuration(duration) }),
  };
}

function describeOffer({ site, offer }: Content): Thing {
  return {
    '@type': 'Offer',
    category: 'Paid',
    price: offer.price.cash.toFixed(2),
    priceCurrency: 'BRL',
    availability: 'https://schema.org/InStock',
    url: `${site.url}/`,
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'BR',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: site.facts.guaranteeDays,
    },
  };
}

function describeCourse(content: Content): Thing {
  const { site } = content;
  return {
    '@type': 'Course',
    '@id': `${site.url}/#curso`,
    name: content.offer.receipt.title,
    description: site.description,
    inLanguage: site.locale,
    provider: { '@id': `${site.url}/#organizacao` },
    offers: describeOffer(content),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseSchedule: {
        '@type': 'Schedule',
        repeatFrequency: 'Weekly',
        repeatCount: site.facts.intensiveWeeks,
      },
      instructor: { '@id': `${site.url}/#fundador` },
    },
  };
}

/** What the page tells machines about itself: one schema.org graph. */
export function structuredData(content: Content, { logo, portrait }: StructuredPictures): Thing {
  const { site, founder, hero, videos, team } = content;
  const organization = `${site.url}/#organizacao`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: site.product,
        url: `${site.url}/`,
        logo,
        email: site.contact.email,
        slogan: plain(hero.title),
        founder: { '@id': `${site.url}/#fundador` },
        sameAs: site.organization.sameAs,
      },
      {
        '@type': 'WebSite',
        name: site.product,
        url: `${site.url}/`,
        inLanguage: site.locale,
        publisher: { '@id': organization },
      },
      {
        '@type': 'Person',
        '@id': `${site.url}/#fundador`,
        name: founder.name,
        image: portrait,
        url: `${site.url}/#fundador`,
        worksFor: { '@id': organization },
        ...founder.person,
      },
      describeCourse(content),
      ...[...videos.videos, ...team.videos].map(describeVideo),
    ],
  };
}

/** As the text of a script element, which only `</` could end early. */
export function asScriptText(data: Thing): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
