import { z } from 'zod';
import { applicationSchema } from './application.ts';
import { applicationModalSchema } from './application-modal.ts';
import { authoritySchema } from './authority.ts';
import { casesSchema } from './cases.ts';
import { curriculumSchema } from './curriculum.ts';
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

/** Everything the page says: one entry per file, `leadDialog` being `lead-dialog.yaml`. */
export const contentSchema = z.strictObject({
  site: siteSchema,
  header: headerSchema,
  hero: heroSchema,
  problem: problemSchema,
  cases: casesSchema,
  authority: authoritySchema,
  videos: videosSchema,
  testimonials: testimonialsSchema,
  application: applicationSchema,
  curriculum: curriculumSchema,
  offer: offerSchema,
  founder: founderSchema,
  team: teamSchema,
  footer: footerSchema,
  leadDialog: leadDialogSchema,
  applicationModal: applicationModalSchema,
  notFound: notFoundSchema,
});
export type Content = z.infer<typeof contentSchema>;
