import { z } from 'zod';
import {
  BRAND_COLOR,
  BRAND_COLORS,
  BRAND_PATH_CHARS_MAX,
  BRAND_PATHS,
  LEGAL_PATH,
  LOGO_PATH,
  type Branding as StoredBranding,
} from './branding.ts';

const color = (description: string) =>
  z.string().regex(BRAND_COLOR, 'must be # with 3 or 6 hexadecimal digits').describe(description);

const path = (rule: RegExp, ends: string, description: string) =>
  z
    .string()
    .max(BRAND_PATH_CHARS_MAX)
    .regex(rule, `must be a path below /branding/ that ends with ${ends}`)
    .describe(description);

/** What may be set of a style. */
export const BRAND_FIELDS = {
  logoPath: path(LOGO_PATH, '.png, .jpg, .jpeg, .webp or .avif', 'Stands above the payment.'),
  pageBackgroundColor: color('Around the card.'),
  cardBackgroundColor: color('Behind the payment.'),
  primaryActionColor: color('Of the main button; the words on it get a colour that can be read.'),
  primaryTextColor: color('Of texts; shifted as far as it takes to read them.'),
  secondaryTextColor: color('Of lesser texts; shifted as far as it takes to read them.'),
  termsPath: path(LEGAL_PATH, '.html', 'Linked below the card.'),
  privacyPath: path(LEGAL_PATH, '.html', 'Linked below the card.'),
  displayRequestBranding: z.boolean().describe('Whether the page names the software it runs on.'),
};

/** What the examples of styles set. */
export const SAMPLE_STYLE = {
  logoPath: '/branding/stalls/logo.png',
  pageBackgroundColor: '#f3f4f6',
  cardBackgroundColor: '#ffffff',
  primaryActionColor: '#7c3aed',
  primaryTextColor: '#1f2937',
  secondaryTextColor: '#6b7280',
  termsPath: '/branding/stalls/terms.html',
  privacyPath: '/branding/stalls/privacy.html',
} as const;

/** A style as everybody is shown it. */
export const Branding = z
  .object({
    id: z.string().describe('A ULID.'),
    orchestratorId: z.string().optional().describe('Only of a default.'),
    clientIdId: z.string().optional().describe('Only of a client ID’s own: the row of it.'),
    ...z.object(BRAND_FIELDS).partial().shape,
    displayRequestBranding: BRAND_FIELDS.displayRequestBranding,
  })
  .meta({
    id: 'Branding',
    description: 'An orchestrator’s style of the pay page; what is not set is left out.',
    examples: [
      {
        id: '01KC9VD3M7RXW2N4B6F8H0K5TQ',
        orchestratorId: '01KC9V0QZ8M3D5T7W1X4Y6B2HN',
        ...SAMPLE_STYLE,
        displayRequestBranding: false,
      },
    ],
  });
/** What everybody is shown of a style. */
export type ShownBranding = z.output<typeof Branding>;

/** A row as everybody is shown it. */
export function showBranding(branding: StoredBranding): ShownBranding {
  const { id, orchestratorId, clientIdId, displayRequestBranding } = branding;
  const names = [...BRAND_COLORS, ...BRAND_PATHS].filter((name) => branding[name] !== null);
  return {
    id,
    ...(clientIdId === null ? { orchestratorId } : { clientIdId }),
    ...Object.fromEntries(names.map((name) => [name, branding[name]])),
    displayRequestBranding,
  };
}
