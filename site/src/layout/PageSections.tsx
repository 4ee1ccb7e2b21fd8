import type { Content } from '@funil/content/schema/content';
import type { SectionName } from '@funil/contract/site/sections';
import type { ReactNode } from 'react';
import type { PagePictures } from '../page-pictures.ts';
import type { BrandLook } from '../parts/Brand.tsx';
import { type Ground, heroTone, sectionBackgrounds } from '../parts/grounds.ts';
import { Application } from '../sections/Application.tsx';
import { Authority } from '../sections/Authority.tsx';
import { Cases } from '../sections/Cases.tsx';
import { Curriculum } from '../sections/Curriculum.tsx';
import { Faq } from '../sections/Faq.tsx';
import { Footer } from '../sections/Footer.tsx';
import { Founder } from '../sections/Founder.tsx';
import { Header } from '../sections/Header.tsx';
import { Hero } from '../sections/Hero.tsx';
import { Offer } from '../sections/Offer.tsx';
import { Problem } from '../sections/Problem.tsx';
import { Team } from '../sections/Team.tsx';
import { Testimonials } from '../sections/Testimonials.tsx';
import { Videos } from '../sections/Videos.tsx';
import { hasThirdParties } from '../tracking/settings.ts';

interface Props {
  content: Content;
  brand: BrandLook;
  pictures: PagePictures;
  year: number;
}

type RenderSection = (props: Props & { ground: Ground }) => ReactNode;

/** The sections between hero and footer. */
const SECTION_RENDERERS: Readonly<Record<SectionName, RenderSection>> = {
  problema: ({ content: { problem }, ground }) =>
    problem && <Problem content={problem} ground={ground} />,
  casos: ({ content: { cases }, ground, pictures }) =>
    cases && <Cases content={cases} ground={ground} pictures={pictures.cases} />,
  autoridade: ({ content: { authority }, ground }) =>
    authority && <Authority content={authority} ground={ground} />,
  videos: ({ content: { videos, site }, ground, pictures }) =>
    videos && (
      <Videos content={videos} ground={ground} posters={pictures.videos} texts={site.videoPlayer} />
    ),
  depoimentos: ({ content: { testimonials }, ground, pictures }) =>
    testimonials && (
      <Testimonials content={testimonials} ground={ground} pictures={pictures.conversations} />
    ),
  aplicacao: ({ content: { application, site }, ground }) =>
    application && (
      <Application
        content={application}
        ground={ground}
        seats={site.facts.seats ?? 0}
        seatsTotal={site.facts.seatsTotal ?? 0}
      />
    ),
  curriculo: ({ content: { curriculum }, ground }) =>
    curriculum && <Curriculum content={curriculum} ground={ground} />,
  oferta: ({ content: { offer }, ground }) => offer && <Offer content={offer} ground={ground} />,
  perguntas: ({ content: { faq }, ground }) => faq && <Faq content={faq} ground={ground} />,
  fundador: ({ content: { founder }, ground, pictures }) =>
    founder &&
    pictures.portrait && <Founder content={founder} ground={ground} portrait={pictures.portrait} />,
  equipe: ({ content: { team, site }, ground, pictures }) =>
    team && (
      <Team content={team} ground={ground} posters={pictures.team} texts={site.videoPlayer} />
    ),
};

export function PageSections(props: Props) {
  const { content, brand, pictures, year } = props;
  const { site, application, offer } = content;
  const tone = heroTone(site.theme);
  return (
    <>
      <a href="#conteudo" className="skip-link">
        {site.page.skipLink}
      </a>
      <div className="scroll-progress" aria-hidden="true" />
      <Header
        content={content.header}
        brand={brand}
        tone={tone}
        opens={application ? 'application' : 'lead'}
      />
      <main id="conteudo">
        <Hero
          content={content.hero}
          brand={brand}
          tone={tone}
          avatars={pictures.avatars}
          picture={pictures.hero}
          hasOffer={offer !== undefined}
        />
        {sectionBackgrounds(site.sections, tone).map((ground) => {
          const Section = SECTION_RENDERERS[ground.section];
          return <Section key={ground.section} {...props} ground={ground} />;
        })}
      </main>
      <Footer
        content={content.footer}
        brand={brand}
        email={site.contact.email}
        isDemo={site.demo}
        year={year}
        consent={hasThirdParties(site.tracking) ? site.consent : undefined}
      />
    </>
  );
}
