import { z } from 'zod';
import { BRAND_FIELDS, SAMPLE_STYLE } from '../model/shown-branding.ts';
import { named } from './link-shapes.ts';

/** The client ID whose style it is. */
export const brandedClientId = () =>
  named('A linked client ID whose style it is; left out, the default.').optional();

const input = z.strictObject(BRAND_FIELDS).partial();

/** A style that is wanted. */
export const CreateBrandingRequest = input.extend({ clientId: brandedClientId() }).meta({
  id: 'CreateBrandingRequest',
  description: 'The style of the pay page; what is left out keeps the page’s own style.',
  examples: [SAMPLE_STYLE],
});

/** What is to be set of a style. */
export const BrandingChange = input
  .extend({ clientId: brandedClientId() })
  .refine(({ clientId: _, ...change }) => Object.keys(change).length > 0, {
    error: 'at least one field must be set',
  })
  .meta({
    id: 'UpdateBrandingRequest',
    description: 'What to change of a style; what is left out stays.',
    examples: [{ primaryActionColor: '#0f766e' }],
  });

/** Whether there was a style to take away. */
export const BrandingRemoved = z.object({ removed: z.boolean() }).meta({
  id: 'RemoveBrandingResponse',
  description: 'Whether there was a branding to take away.',
  examples: [{ removed: true }],
});
