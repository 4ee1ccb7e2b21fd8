import type { SectionContent } from '@funil/contract/site/sections';
import { z } from 'zod';
import { applicationSchema } from './application.ts';
import { applicationModalSchema } from './application-modal.ts';
import { authoritySchema } from './authority.ts';
import { casesSchema } from './cases.ts';
import { curriculumSchema } from './curriculum.ts';
import { faqSchema } from './faq.ts';
import { footerSchema } from './footer.ts';
import { founderSchema } from './founder.ts';
import { headerSchema } from './header.ts';
import { heroSchema } from './hero.ts';
import { leadDialogSchema } from './lead-dialog.ts';
import { notFoundSchema } from './not-found.ts';
import { offerSchema } from './offer.ts';
import { problemSchema } from './problem.ts';
import { siteSchema } from './site.ts';
import { teamSchema } from './team.ts';
import { testimonialsSchema } from './testimonials.ts';
import { videosSchema } from './videos.ts';

const sectionSchemas = {
  problem: problemSchema,
  cases: casesSchema,
  authority: authoritySchema,
  videos: videosSchema,
  testimonials: testimonialsSchema,
  application: applicationSchema,
  curriculum: curriculumSchema,
  offer: offerSchema,
  faq: faqSchema,
  founder: founderSchema,
  team: teamSchema,
} satisfies Readonly<Record<SectionContent, z.ZodType>>;

/** Schemas by file; `leadDialog` is `lead-dialog.yaml`. */
export const fileSchemas = {
  site: siteSchema,
  header: headerSchema,
  hero: heroSchema,
  ...sectionSchemas,
  footer: footerSchema,
  leadDialog: leadDialogSchema,
  applicationModal: applicationModalSchema,
  notFound: notFoundSchema,
};

const omittable = z.object({ ...sectionSchemas, applicationModal: applicationModalSchema });

/** All content; sections that `sections` in site.yaml omits are absent. */
export const contentSchema = z.strictObject({ ...fileSchemas, ...omittable.partial().shape });
export type Content = z.infer<typeof contentSchema>;
